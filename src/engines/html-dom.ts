import { parseHTML } from 'linkedom/worker';

/** The part of the DOM that reading a page needs; browsers offer no DOM types inside a worker. */
export type HtmlNode = {
  /** 1 for elements, 3 for text. */
  readonly nodeType: number;
  readonly textContent: string | null;
  readonly lastChild: HtmlNode | null;
  readonly previousSibling: HtmlNode | null;
};

export type HtmlElement = HtmlNode & {
  readonly localName: string;
  readonly parentElement: HtmlElement | null;
  readonly children: Iterable<HtmlElement>;
  readonly getAttribute: (name: string) => string | null;
  readonly hasAttribute: (name: string) => boolean;
  readonly querySelector: (selector: string) => HtmlElement | null;
  readonly querySelectorAll: (selector: string) => Iterable<HtmlElement>;
};

/** Parses a page, or a fragment of one, as data: no script runs, nothing is loaded. */
export function parsePage(html: string): { readonly root: HtmlElement; readonly title: string } {
  const wrapped = `<!doctype html><html><body>${html}</body></html>`;
  // A page that is damaged at its beginning may hold no element that is read as one.
  const root = (/<html[\s>]/i.test(html) ? rootOf(html) : null) ?? rootOf(wrapped);
  if (!root) throw new RangeError('parsePage: a page that begins with <html> has no root');
  return { root, title: root.querySelector('title')?.textContent ?? '' };
}

function rootOf(source: string): HtmlElement | null {
  // SAFETY: linkedom's elements are DOM elements; HtmlElement names a part of that interface.
  const { document } = parseHTML(source) as unknown as { document: { documentElement: HtmlElement | null } };
  return document.documentElement;
}

export function isElement(node: HtmlNode): node is HtmlElement {
  return node.nodeType === 1;
}
