import { PLACEMENT_BOUNDS } from '@shop/contracts/order';
import { clampPart, type PlacementPart } from './placement.js';

/** Accepts `47.5 %` and `47,5`. */
function parseNumber(text: string): number | null {
  const digits = text
    .trim()
    .replace(/\s*[%°]$/, '')
    .replace(',', '.');
  const typed = Number(digits);
  return digits !== '' && Number.isFinite(typed) ? typed : null;
}

/** The value that can be applied while it is typed; null while it is incomplete or out of bounds. */
export function parseWhileTyping(part: PlacementPart, text: string): number | null {
  const typed = parseNumber(text);
  const { min, max } = PLACEMENT_BOUNDS[part];
  return typed !== null && typed >= min && typed <= max ? clampPart(part, typed) : null;
}

/** The final value when the field loses the focus, with a notice if it differs from what was typed. */
export function parseOnBlur(
  part: PlacementPart,
  text: string,
  current: number,
  format: (value: number) => string,
): { value: number; notice: string | null } {
  const typed = parseNumber(text);
  if (typed === null) return { value: current, notice: `That is no number, so it stays at ${format(current)}.` };
  const { min, max } = PLACEMENT_BOUNDS[part];
  const value = clampPart(part, typed);
  if (typed > max) return { value, notice: `${format(max)} is the most.` };
  if (typed < min) return { value, notice: `${format(min)} is the least.` };
  return { value, notice: null };
}
