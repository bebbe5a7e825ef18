/** The page of a contact sheet: a row a photo, with each of its artworks at its full size. */
export interface SheetRow {
  /** As it is called where it came from. */
  readonly title: string;
  /** Name of the photo's copy, beside the page. */
  readonly photo: string;
  readonly artworks: readonly { readonly file: string; readonly title: string }[];
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Photos are called as people like: an address knows # ? and % otherwise. */
const picture = (file: string, title: string): string =>
  `<img src="${encodeURIComponent(file)}" alt=""><br>${escaped(title)}`;

const rowOf = ({ title, photo, artworks }: SheetRow): string =>
  `<tr><th>${picture(photo, title)}</th>${artworks.map((artwork) => `<td>${picture(artwork.file, artwork.title)}</td>`).join('')}</tr>`;

const STYLE =
  'body{font:14px system-ui;margin:16px}img{width:240px}td,th{padding:8px;text-align:center;vertical-align:top;font-weight:400}';

export const sheetPage = (rows: readonly SheetRow[]): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Contact sheet</title><style>${STYLE}</style><table>${rows.map(rowOf).join('')}</table></html>\n`;
