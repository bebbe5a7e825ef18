/** The name of a colour, and the swatch (`#rrggbb`) for its pictures. */
interface Colour {
  readonly name: string;
  readonly hex: string;
}

export const COLOURS = {
  white: { name: 'White', hex: '#f8f7f4' },
  black: { name: 'Black', hex: '#1d1e22' },
  navy: { name: 'Navy', hex: '#24385f' },
  ash: { name: 'Ash Gray', hex: '#a3a7ad' },
  forest: { name: 'Forest', hex: '#2f4f3e' },
  mustard: { name: 'Mustard', hex: '#d9a441' },
  rose: { name: 'Dusty Rose', hex: '#d8949a' },
  sage: { name: 'Sage', hex: '#a3b39c' },
  sky: { name: 'Sky Blue', hex: '#8fb8c9' },
  burgundy: { name: 'Burgundy', hex: '#6b2738' },
  sunny: { name: 'Sunny Yellow', hex: '#e7b84b' },
  blush: { name: 'Blush', hex: '#e3b9b3' },
  silver: { name: 'Silver', hex: '#c9ccd1' },
  gold: { name: 'Gold', hex: '#d8b25a' },
  'rose-gold': { name: 'Rose Gold', hex: '#d9a08c' },
  'matte-black': { name: 'Matte Black', hex: '#2a2b2f' },
} as const satisfies Record<string, Colour>;

export type ColourKey = keyof typeof COLOURS;

/** The tones of one colour under the same light, for cloth, plastic or metal. */
export interface Shades {
  readonly base: string;
  /** Lighter and darker than the colour. */
  readonly light: string;
  readonly dark: string;
  /** Seams and stitches. */
  readonly seam: string;
  /** Colour and strength (0..1) of the shadow side and the light side of a fold. */
  readonly shadow: string;
  readonly shadowStrength: number;
  readonly glow: string;
  readonly glowStrength: number;
  readonly isDark: boolean;
}

type Rgb = readonly [number, number, number];

const parseHex = (hex: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
const toHex = (rgb: Rgb): string =>
  `#${rgb
    .map((part) =>
      Math.round(Math.min(255, Math.max(0, part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
const mix = (a: Rgb, b: Rgb, share: number): Rgb =>
  a.map((part, index) => part + ((b[index] ?? part) - part) * share) as unknown as Rgb;

/** Approximate brightness, 0 black to 1 white (Rec. 709 weights on gamma-encoded values). */
const brightness = ([red, green, blue]: Rgb): number => (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;

/** Studio shadows are cool and its light is warm; on dark cloth both are nearly grey. */
const COOL_NIGHT: Rgb = [22, 24, 40];
const BLACK: Rgb = [8, 8, 10];
const WARM_LIGHT: Rgb = [255, 252, 246];

/** @param hex `#rrggbb` */
export function computeShades(hex: string): Shades {
  const base = parseHex(hex);
  const bright = brightness(base);
  const isDark = bright < 0.32;
  const night = isDark ? BLACK : COOL_NIGHT;
  return {
    base: hex,
    light: toHex(mix(base, WARM_LIGHT, isDark ? 0.1 : 0.22)),
    dark: toHex(mix(base, night, isDark ? 0.38 : 0.18)),
    seam: toHex(mix(base, night, isDark ? 0.6 : 0.34)),
    shadow: toHex(mix(base, night, isDark ? 0.9 : 0.7)),
    shadowStrength: isDark ? 0.75 : 0.34 + 0.22 * (1 - bright),
    glow: toHex(mix(base, WARM_LIGHT, isDark ? 0.55 : 0.9)),
    glowStrength: isDark ? 0.3 + bright * 0.3 : 0.38 + 0.22 * bright,
    isDark,
  };
}
