/**
 * Widths in pixels of the square AVIF copies of each product drawing. Rendering a drawing's SVG filters takes 0.1 s for
 * a page of them in a browser, and 3 s for one in librsvg.
 */
export const PICTURE_WIDTHS_PX = [480, 1000, 1600] as const;

export type PictureWidth = (typeof PICTURE_WIDTHS_PX)[number];

const DRAWING = /^\/pictures\/[a-z0-9][a-z0-9-]*(?=\.svg$)/;

/** URL of a copy of `/pictures/<name>.svg`; null for any other URL. */
export function getPictureCopyUrl(url: string, width: PictureWidth): string | null {
  const [drawing] = DRAWING.exec(url) ?? [];
  return drawing === undefined ? null : `${drawing}-${width}.avif`;
}
