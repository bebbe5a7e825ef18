import type { DesignConfig } from '@shop/contracts/order';
import type { PrintQuality } from '@shop/placement';
import type { PrintDetails } from './print-details.js';
import { CHEST } from './presets.js';

/** Rounds small sizes to a hundredth of an inch and large ones to a tenth: `0.75`, `6.8`, `10`. */
export const formatInches = (inches: number): string => String(Number(inches.toFixed(inches < 2 ? 2 : 1)));

export const formatSize = ({ width, height }: PrintDetails['inches']): string =>
  `${formatInches(width)} × ${formatInches(height)} in`;

export const QUALITY_TITLES: Record<PrintQuality, string> = {
  excellent: 'Excellent',
  'very good': 'Very good',
  good: 'Good',
  soft: 'Soft',
  poor: 'Poor',
};

/** What the customer can expect of the quality, and how to improve it. */
export const QUALITY_TEXTS: Record<PrintQuality, string> = {
  excellent: 'Crisp, even from close up.',
  'very good': 'Every whisker is sharp.',
  good: 'Sharp at arm’s length.',
  soft: 'A little soft from close up. A smaller size is sharper.',
  poor: 'It will look blurred in print. A smaller size is sharper.',
};

/** The warning about the edges of the print; null if all of the artwork is printed. */
export function getEdgeWarning({ edge, outsidePercent }: PrintDetails): string | null {
  switch (edge) {
    case 'inside':
      return null;
    case 'near the cut':
      return 'Very close to the edge: a sliver may be cut off.';
    case 'partly outside':
      return `${outsidePercent}% of your artwork lies outside the print area and is not printed.`;
    case 'all outside':
      return 'Your artwork lies outside the print area. Nothing of it would be printed.';
  }
}

/** Distance from the centre, in percent of the area, that still counts as centred. */
const CENTRED_PERCENT = 2;

function describePosition({ x, y }: DesignConfig): string {
  if (x === CHEST.x && y === CHEST.y) return 'left chest';
  const across = Math.abs(x - 50) <= CENTRED_PERCENT ? '' : x < 50 ? 'left' : 'right';
  const down = Math.abs(y - 50) <= CENTRED_PERCENT ? '' : y < 50 ? 'upper' : 'lower';
  if (across && down) return `${down} ${across}`;
  if (across) return `${across} of centre`;
  return down ? (down === 'upper' ? 'above centre' : 'below centre') : 'centred';
}

function getSpokenEdge({ edge, outsidePercent }: PrintDetails): string | null {
  switch (edge) {
    case 'inside':
      return null;
    case 'near the cut':
      return 'close to the edge';
    case 'partly outside':
      return `${outsidePercent} percent outside the print area`;
    case 'all outside':
      return 'outside the print area, nothing would be printed';
  }
}

/** `Centred, 10 inches wide, excellent.` */
export function getSpokenSummary(placement: DesignConfig, details: PrintDetails): string {
  const width = formatInches(details.inches.width);
  const rotation = placement.rotation % 360;
  const parts = [
    describePosition(placement),
    `${width} ${width === '1' ? 'inch' : 'inches'} wide`,
    rotation ? `turned ${rotation} degrees` : null,
    details.quality,
    getSpokenEdge(details),
  ];
  const summary = parts.filter(Boolean).join(', ');
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
}
