/**
 * What the shop has of each of its own product pictures beside the drawing: AVIF of these widths, in pixels, square as it is. The filters of a drawing
 * cost whoever shows it a tenth of a second (a page of them, in a browser) to three (one, in librsvg).
 */
export const PICTURE_WIDTHS_PX = [480, 1000, 1600] as const;

export type PictureWidth = (typeof PICTURE_WIDTHS_PX)[number];

const DRAWING = /^\/pictures\/[a-z0-9][a-z0-9-]*(?=\.svg$)/;

/** The address of a copy of `/pictures/<name>.svg`; null for an address that is none of the shop's drawings. */
export function pictureCopyOf(url: string, width: PictureWidth): string | null {
  const [drawing] = DRAWING.exec(url) ?? [];
  return drawing === undefined ? null : `${drawing}-${width}.avif`;
}
