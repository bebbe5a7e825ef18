/** D15: smaller copies of `/media` pictures. */
const UPLOAD_WIDTHS_PX = [320, 640, 1024];
/** Of the shop's own drawings, whose filters a browser would have to work out: those of `@shop/contracts/catalog`, with which `tools/pictures` compares them. */
const DRAWING_WIDTHS_PX = [480, 1000, 1600];

const toSrcSet = (widths: readonly number[], getUrl: (width: number) => string): string =>
  widths.map((width) => `${getUrl(width)} ${width}w`).join(', ');

/** For `srcset`: what there is of one of the shop's uploads or drawings; undefined where there is nothing but the picture itself. */
export function pictureCopies(src: string): string | undefined {
  if (/^\/media\/[^/?#]+$/.test(src)) return toSrcSet(UPLOAD_WIDTHS_PX, (width) => `${src}?w=${width}`);
  const [drawing] = /^\/pictures\/[^/?#]+(?=\.svg$)/.exec(src) ?? [];
  return drawing && toSrcSet(DRAWING_WIDTHS_PX, (width) => `${drawing}-${width}.avif`);
}
