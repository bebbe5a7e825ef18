import { PLACEMENT_BOUNDS } from '@shop/contracts/order';
import { clampPart, type PlacementPart } from './placement.js';

/** `47.5 %` and `47,5` are numbers to a person. */
function read(text: string): number | null {
  const digits = text
    .trim()
    .replace(/\s*[%°]$/, '')
    .replace(',', '.');
  const typed = Number(digits);
  return digits !== '' && Number.isFinite(typed) ? typed : null;
}

/** What may be shown at once while it is typed: on the way from 1 to 150 nothing is out of bounds yet. */
export function parseWhileTyping(part: PlacementPart, text: string): number | null {
  const typed = read(text);
  const { min, max } = PLACEMENT_BOUNDS[part];
  return typed !== null && typed >= min && typed <= max ? clampPart(part, typed) : null;
}

/** What counts when the box is left: the value, and a word where it is not the one that was typed. */
export function parseOnBlur(
  part: PlacementPart,
  text: string,
  current: number,
  written: (value: number) => string,
): { value: number; word: string | null } {
  const typed = read(text);
  if (typed === null) return { value: current, word: `That is no number, so it stays at ${written(current)}.` };
  const { min, max } = PLACEMENT_BOUNDS[part];
  const value = clampPart(part, typed);
  if (typed > max) return { value, word: `${written(max)} is the most.` };
  if (typed < min) return { value, word: `${written(min)} is the least.` };
  return { value, word: null };
}
