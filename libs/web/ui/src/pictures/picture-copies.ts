/** Widths of the smaller copies of `/media` pictures. */
const UPLOAD_WIDTHS_PX = [320, 640, 1024];
/**
 * Widths of the rasterised copies of the shop's own SVG drawings, whose filters are slow in browsers. `tools/dev/pictures`
 * compares them with `@shop/contracts-catalog`.
 */
const DRAWING_WIDTHS_PX = [480, 1000, 1600];

const toSrcSet = (widths: readonly number[], getUrl: (width: number) => string): string =>
  widths.map((width) => `${getUrl(width)} ${width}w`).join(', ');

/** `srcset` of an upload or a drawing of the shop; undefined for any other picture. */
export function pictureCopies(src: string): string | undefined {
  if (/^\/media\/[^/?#]+$/.test(src)) return toSrcSet(UPLOAD_WIDTHS_PX, (width) => `${src}?w=${width}`);
  const [drawing] = /^\/pictures\/[^/?#]+(?=\.svg$)/.exec(src) ?? [];
  return drawing && toSrcSet(DRAWING_WIDTHS_PX, (width) => `${drawing}-${width}.avif`);
}

/** Where the shop serves the picture of an address. Pages load nothing from other sites, so catalog-svc has a copy of products' pictures. */
export const getServedUrl = (src: string): string =>
  /^https:\/\//i.test(src) ? `/pictures/by-address?address=${encodeURIComponent(src)}` : src;
