import type { DesignConfig } from '@shop/contracts/order';
import type { PrintVerdict } from '@shop/placement';
import type { PrintDetails } from './print-details.js';
import { CHEST } from './presets.js';

/** Small things are told to the hundredth of an inch, large ones to the tenth: `0.75`, `6.8`, `10`. */
export const formatInches = (inches: number): string => String(Number(inches.toFixed(inches < 2 ? 2 : 1)));

export const formatSize = ({ width, height }: PrintDetails['inches']): string =>
  `${formatInches(width)} × ${formatInches(height)} in`;

export const QUALITY_TITLES: Record<PrintVerdict, string> = {
  excellent: 'Excellent',
  'very good': 'Very good',
  good: 'Good',
  soft: 'Soft',
  poor: 'Poor',
};

/** What to expect of it, and what to do. */
export const QUALITY_TEXTS: Record<PrintVerdict, string> = {
  excellent: 'Crisp, even from close up.',
  'very good': 'Every whisker is sharp.',
  good: 'Sharp at arm’s length.',
  soft: 'A little soft from close up. A smaller size is sharper.',
  poor: 'It will look blurred in print. A smaller size is sharper.',
};

/** What is said beside the picture about its edges; null where all of it is printed. */
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

/** Percent of the area about its middle that a person calls centred. */
const CENTRED = 2;

function where({ x, y }: DesignConfig): string {
  if (x === CHEST.x && y === CHEST.y) return 'left chest';
  const across = Math.abs(x - 50) <= CENTRED ? '' : x < 50 ? 'left' : 'right';
  const down = Math.abs(y - 50) <= CENTRED ? '' : y < 50 ? 'upper' : 'lower';
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
export function getSpokenSummary(placement: DesignConfig, facts: PrintDetails): string {
  const width = formatInches(facts.inches.width);
  const turn = placement.rotation % 360;
  const parts = [
    where(placement),
    `${width} ${width === '1' ? 'inch' : 'inches'} wide`,
    turn ? `turned ${turn} degrees` : null,
    facts.verdict,
    getSpokenEdge(facts),
  ];
  const sentence = parts.filter(Boolean).join(', ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
