import type { DesignConfig } from '@shop/contracts/order';
import { placeArtwork, type AreaSize } from '@shop/placement';

const round = (value: number): number => Number(value.toFixed(4));

/**
 * A CSS transform that moves the artwork from `from` (where `cssPlacement` put it) to `to`. It replaces the resting
 * transform, so the browser moves the picture without a new layout.
 */
export function movingTransform(area: AreaSize, artAspect: number, from: DesignConfig, to: DesignConfig): string {
  const resting = placeArtwork(area, artAspect, from);
  const moved = placeArtwork(area, artAspect, to);
  const translateX = ((moved.centreXPx - resting.centreXPx) / resting.widthPx) * 100;
  const translateY = ((moved.centreYPx - resting.centreYPx) / resting.heightPx) * 100;
  return `translate(${round(translateX)}%, ${round(translateY)}%) rotate(${round(moved.rotationDeg)}deg) scale(${round(moved.widthPx / resting.widthPx)})`;
}
