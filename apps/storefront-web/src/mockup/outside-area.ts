import type { PictureArea, PrintArea } from '@shop/contracts/catalog';
import type { CSSProperties } from 'react';

const percent = (fraction: number): string => `${Number((fraction * 100).toFixed(4))}%`;

/** A mask for a layer over the whole picture that hides the print area. */
export function getOutsideAreaStyle({ x, y, width, height }: PictureArea, shape: PrintArea['shape']): CSSProperties {
  if (shape === 'round') {
    const hole = `radial-gradient(ellipse ${percent(width / 2)} ${percent(height / 2)} at ${percent(x + width / 2)} ${percent(y + height / 2)}, transparent 99.5%, #000 100%)`;
    return { maskImage: hole, WebkitMaskImage: hole };
  }
  const [left, top, right, bottom] = [percent(x), percent(y), percent(x + width), percent(y + height)];
  return {
    clipPath: `polygon(evenodd, 0 0, 100% 0, 100% 100%, 0 100%, 0 0, ${left} ${top}, ${right} ${top}, ${right} ${bottom}, ${left} ${bottom}, ${left} ${top})`,
  };
}
