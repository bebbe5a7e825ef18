/** An area in pixels. Print areas have 300 dpi; previews and mock-ups have the same proportions in a smaller size. */
export interface AreaSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

export type AreaShape = 'rectangle' | 'round';

/** A print area at 300 dpi; `round` is the ellipse inside the box. */
export interface PrintArea extends AreaSize {
  readonly shape: AreaShape;
}

/** A part of a picture, in fractions (0..1) of its width and height. */
export interface PictureBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The part of a picture, assumed to be square, that a print area may fill if its place is unknown. */
const MIDDLE: PictureBox = { x: 0.25, y: 0.2, width: 0.5, height: 0.6 };

/** The largest centred box inside `box` with the proportions of the print area, on a square picture. */
export function fitIntoPicture({ widthPx, heightPx }: AreaSize, box: PictureBox = MIDDLE): PictureBox {
  const scale = Math.min(box.width / widthPx, box.height / heightPx);
  const width = widthPx * scale;
  const height = heightPx * scale;
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height };
}
