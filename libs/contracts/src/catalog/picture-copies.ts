/**
 * What the shop has of each of its own product pictures beside the drawing: AVIF of these widths, square as it is. A browser, or a mock-up, works
 * for a second on the filters of one drawing.
 */
export const PICTURE_WIDTHS_PX = [480, 1000, 1600] as const;

export type PictureWidth = (typeof PICTURE_WIDTHS_PX)[number];

const DRAWING = /^\/pictures\/[a-z0-9][a-z0-9-]*(?=\.svg$)/;

/** The address of a copy of `/pictures/<name>.svg`; null for an address that is none of the shop's drawings. */
export function pictureCopyOf(url: string, width: PictureWidth): string | null {
  const [drawing] = DRAWING.exec(url) ?? [];
  return drawing === undefined ? null : `${drawing}-${width}.avif`;
}
