import { PRINTABLE_HAN, PRINTABLE_RANGES } from './printable-characters.table.js';

const HAN_FROM = 0x4e00;
const HAN_TO = 0x9fff;

/** Pairs of the gap before a range and its length. */
let ranges: readonly (readonly [from: number, to: number])[] | null = null;
let han: string | null = null;

/** True if a bundled font of the lettering has this code point. */
export function isPrintable(codePoint: number): boolean {
  if (codePoint >= HAN_FROM && codePoint <= HAN_TO) {
    han ??= atob(PRINTABLE_HAN);
    const bit = codePoint - HAN_FROM;
    return ((han.charCodeAt(bit >> 3) >> (bit & 7)) & 1) === 1;
  }
  ranges ??= decodeRanges(PRINTABLE_RANGES);
  return ranges.some(([from, to]) => from <= codePoint && codePoint <= to);
}

function decodeRanges(text: string): (readonly [number, number])[] {
  let next = 0;
  return text.split(' ').map((pair) => {
    const [gap = 0, length = 1] = pair.split(',').map((number) => parseInt(number, 36));
    const from = next + gap;
    next = from + length;
    return [from, next - 1] as const;
  });
}
