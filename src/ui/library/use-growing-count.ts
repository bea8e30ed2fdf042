import { useEffect, useState } from 'react';

/** Rows drawn between two frames: a few milliseconds of work. */
const rowsPerFrame = 40;

/**
 * How many of so many rows to draw now: all of a short list, a long one piece by piece, so that no piece holds the page up.
 * Unlike a list that draws only what is in view, it is whole for the browser's own search and for those who do not see it.
 */
export function useGrowingCount(total: number): number {
  const [count, setCount] = useState(rowsPerFrame);
  const isWhole = count >= total;
  useEffect(() => {
    if (isWhole) return;
    const frame = requestAnimationFrame(() => setCount(count + rowsPerFrame));
    return () => cancelAnimationFrame(frame);
  }, [count, isWhole]);
  return isWhole ? total : count;
}
