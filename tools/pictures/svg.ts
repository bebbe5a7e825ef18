import sharp from 'sharp';

/** A drawing of the catalogue, 1000 units wide and square, as a PNG of so many pixels. */
export const drawSvg = (svg: string, sidePx: number): Promise<Buffer> =>
  sharp(Buffer.from(svg), { density: (72 * sidePx) / 1000 })
    .resize(sidePx, sidePx, { fit: 'fill' })
    .png({ compressionLevel: 1 })
    .toBuffer();
