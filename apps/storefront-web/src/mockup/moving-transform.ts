import type { DesignConfig } from '@shop/contracts/order';
import { placeArtwork, type AreaSize } from '@shop/placement';

const short = (value: number): number => Number(value.toFixed(4));

/**
 * The way from where the artwork lies (`cssPlacement` of `from`) to where it is being moved, as a CSS transform about its middle that takes
 * the place of the one it rests with. A browser only has to put the ready picture elsewhere: nothing is laid out again.
 */
export function movingTransform(area: AreaSize, artAspect: number, from: DesignConfig, to: DesignConfig): string {
  const rest = placeArtwork(area, artAspect, from);
  const now = placeArtwork(area, artAspect, to);
  const across = ((now.centreXPx - rest.centreXPx) / rest.widthPx) * 100;
  const down = ((now.centreYPx - rest.centreYPx) / rest.heightPx) * 100;
  return `translate(${short(across)}%, ${short(down)}%) rotate(${short(now.rotationDeg)}deg) scale(${short(now.widthPx / rest.widthPx)})`;
}
