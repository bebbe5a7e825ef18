import sharp from 'sharp';

/** Renders a drawing of the catalogue (square, 1000 units wide) as a PNG of the given size. */
export const drawSvg = (svg: string, sidePx: number): Promise<Buffer> =>
  sharp(Buffer.from(svg), { density: (72 * sidePx) / 1000 })
    .resize(sidePx, sidePx, { fit: 'fill' })
    .png({ compressionLevel: 1 })
    .toBuffer();
