import type { DisplayedVariant } from '@shop/contracts-catalog';

/** Relative luminance (WCAG 2.2). Off-white fabric is above, sand and light grey are below. */
const WHITE_MIN = 0.85;

export type FabricColour = Pick<DisplayedVariant, 'name' | 'colorHex'>;

/** A colour without a value is judged by its name. */
export function isWhite({ name, colorHex }: FabricColour): boolean {
  const hex = /^#([0-9a-f]{6})$/i.exec(colorHex ?? '')?.[1];
  if (!hex) return /\bwhite\b/i.test(name);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => toLinear(parseInt(hex.slice(at, at + 2), 16)));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue >= WHITE_MIN;
}

const toLinear = (byte: number): number =>
  byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4;
