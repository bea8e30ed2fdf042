/** A run of text as a page draws it. Coordinates in points, origin at the top left, y downwards. */
export type Fragment = {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  /** Height of the font in points. */
  readonly size: number;
  readonly font: string;
  readonly isMonospace: boolean;
  readonly isRightToLeft: boolean;
};

export type PageText = {
  /** 1-based. */
  readonly number: number;
  readonly width: number;
  readonly height: number;
  /** In the order in which the page draws them. */
  readonly fragments: readonly Fragment[];
};

/** Text on one baseline without a wide gap in it. */
export type Segment = {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  /** Size and font of most of its characters. */
  readonly size: number;
  readonly font: string;
  /** True where all of it is. */
  readonly isMonospace: boolean;
};

/** Segments on one baseline, left to right. */
export type Row = { readonly baseline: number; readonly segments: readonly Segment[] };

/** A line as it is read: one segment, or the cells of a table's row. */
export type Line = {
  readonly page: number;
  readonly text: string;
  readonly cells: readonly Pick<Segment, 'text' | 'left' | 'right'>[];
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  readonly size: number;
  readonly font: string;
  readonly isMonospace: boolean;
  /** The column that it stands in. Equal objects, equal columns. */
  readonly column: Column;
};

export type Column = { readonly left: number; readonly right: number };

/** A bookmark of the file. Depth 1 is the outermost. */
export type Bookmark = { readonly title: string; readonly depth: number; readonly page: number | null };
