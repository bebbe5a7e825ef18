import { cssPlacement, type PrintArea, type ScaleSense } from '@shop/placement';
import type { DesignConfig } from '@shop/contracts-order';
import sharp from 'sharp';

/**
 * An artwork with its own colour in every corner and its own pattern on every edge, so that any mirroring, rotation
 * or shift is visible.
 */
export function markerArtwork(width = 512, height = 640): Promise<Buffer> {
  const cells = Array.from({ length: 8 * 10 }, (_, n) => {
    const [column, row] = [n % 8, Math.floor(n / 8)];
    return (column + row) % 2
      ? ''
      : `<rect x="${column * 64}" y="${row * 64}" width="64" height="64" fill="hsl(${n * 4}, 70%, ${25 + row * 5}%)"/>`;
  });
  const corners = ['#e00000', '#00b000', '#0020f0', '#f0c000'].map(
    (fill, n) => `<rect x="${n % 2 ? 352 : 0}" y="${n > 1 ? 480 : 0}" width="160" height="160" fill="${fill}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 640" width="${width}" height="${height}" preserveAspectRatio="none"><rect width="512" height="640" fill="#fafafa"/>${cells.join('')}${corners.join('')}<path d="M256 180 L330 400 L182 400 Z" fill="#111"/></svg>`;
  return sharp(Buffer.from(svg)).removeAlpha().png().toBuffer();
}

/** Renders the preview of the print area independently: librsvg, with the preview's CSS values. */
export async function renderPreview(
  artwork: Buffer,
  area: PrintArea,
  design: DesignConfig,
  sense: ScaleSense = 'whole-artwork',
): Promise<Buffer> {
  const { width, height } = await sharp(artwork).metadata();
  const css = cssPlacement(area, width / height, design, sense);
  const part = (value: string, of: number): number => (Number(value.replace('%', '')) / 100) * of;
  const box = {
    x: part(css.left, area.widthPx),
    y: part(css.top, area.heightPx),
    width: part(css.width, area.widthPx),
    height: part(css.height, area.heightPx),
  };
  const degrees = Number(/rotate\((.+)deg\)/.exec(css.transform)?.[1]);
  const image = `<image href="data:image/png;base64,${artwork.toString('base64')}" x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" preserveAspectRatio="none" transform="rotate(${degrees} ${box.x + box.width / 2} ${box.y + box.height / 2})"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${area.widthPx}" height="${area.heightPx}">${image}</svg>`;
  return sharp(Buffer.from(svg), { unlimited: true }).png().toBuffer();
}
