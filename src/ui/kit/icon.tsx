/** Line drawings on a 24-unit grid, drawn for Winnow. */
const paths = {
  plus: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6L6 18',
  trash: 'M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13M10 11v5M14 11v5',
  upload: 'M12 16V4M7 9l5-5 5 5M4 16v4h16v-4',
  shield: 'M12 3l8 3v6c0 4.5-3.2 7.6-8 9-4.8-1.4-8-4.5-8-9V6zM8.5 12l2.5 2.5L15.5 10',
  alert: 'M12 4L2.8 20h18.4zM12 10v4.5M12 17.4v.2',
  info: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 11v5.5M12 7.6v.2',
  chip: 'M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4',
  pencil: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  download: 'M12 4v12M7 11l5 5 5-5M4 20h16',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  back: 'M19 12H5M11 6l-6 6 6 6',
  book: 'M5 4h11a3 3 0 013 3v13H8a3 3 0 01-3-3zM5 17a3 3 0 013-3h11',
  lines: 'M5 6h14M5 11h14M5 16h9',
  search: 'M10.5 4a6.5 6.5 0 100 13 6.5 6.5 0 000-13zM15.2 15.2L20 20',
  filter: 'M4 5h16l-6 7.5V19l-4 1.5v-8z',
  tag: 'M4 4h8l8.5 8.5-8 8L4 12zM8 8v.2',
  stop: 'M7 7h10v10H7z',
  repeat: 'M4 11a8 8 0 0114-4.5L20 9M20 4v5h-5M20 13a8 8 0 01-14 4.5L4 15M4 20v-5h5',
} as const;

export type IconName = keyof typeof paths;

/** Decoration only: the words beside it, or the label of its button, say what it means. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
