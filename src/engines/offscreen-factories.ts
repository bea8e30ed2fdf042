// What pdf.js draws with where there is no page: in a worker.

type Drawing = { canvas: OffscreenCanvas | null; context: OffscreenCanvasRenderingContext2D | null };

/** pdf.js's own makes elements of a page. */
export class OffscreenCanvasFactory {
  create(width: number, height: number): Drawing {
    const canvas = new OffscreenCanvas(width, height);
    return { canvas, context: canvas.getContext('2d', { willReadFrequently: true }) };
  }

  reset({ canvas }: Drawing, width: number, height: number): void {
    if (canvas) Object.assign(canvas, { width, height });
  }

  destroy(drawing: Drawing): void {
    this.reset(drawing, 0, 0);
    drawing.canvas = null;
    drawing.context = null;
  }
}

/** Filters are SVG elements of a page. Without them a few pictures are drawn without their soft edges. */
export class NoFilterFactory {
  addFilter = noFilter;
  addHCMFilter = noFilter;
  addAlphaFilter = noFilter;
  addLuminosityFilter = noFilter;
  addHighlightHCMFilter = noFilter;
  destroy(): void {
    // Nothing was made.
  }
}

function noFilter(): string {
  return 'none';
}
