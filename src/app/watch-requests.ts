import type { PrivacyStore } from '../state/privacy-store.ts';

/**
 * Counts the page's requests as the browser itself reports them, and what the content-security policy stopped.
 * Call it before anything else runs: `buffered` brings in what came earlier.
 * Requests of workers are reported inside the workers only; the policy binds those all the same.
 */
export function watchRequests(store: PrivacyStore): void {
  const noteForeign = (counter: 'foreignCount' | 'blockedCount', origin: string): void => {
    store.setState((facts) => ({
      [counter]: facts[counter] + 1,
      foreignOrigins: [...new Set([...facts.foreignOrigins, origin])],
    }));
  };

  const observer = new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) {
      const { origin, protocol } = new URL(name, location.href);
      if (protocol === 'data:' || protocol === 'blob:') continue;
      if (origin === location.origin) store.setState((facts) => ({ ownCount: facts.ownCount + 1 }));
      else noteForeign('foreignCount', origin);
    }
  });
  observer.observe({ type: 'resource', buffered: true });
  observer.observe({ type: 'navigation', buffered: true });

  document.addEventListener('securitypolicyviolation', (event) => {
    // For `inline` and `eval` nothing would have left the page.
    if (URL.canParse(event.blockedURI)) noteForeign('blockedCount', new URL(event.blockedURI).origin);
  });
}
