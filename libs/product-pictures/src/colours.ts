/** The name of a colour, and the swatch (`#rrggbb`) for its pictures. */
export interface Colour {
  readonly name: string;
  readonly hex: string;
}

export const COLOURS = {
  white: { name: 'White', hex: '#f8f7f4' },
  black: { name: 'Black', hex: '#1d1e22' },
  navy: { name: 'Navy', hex: '#24385f' },
  ash: { name: 'Ash Grey', hex: '#a3a7ad' },
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
