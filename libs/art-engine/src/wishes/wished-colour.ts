import { rgb, type Rgb } from '../kernels/colour.js';

/** Colour words that a prompt may contain. */
const COLOURS: ReadonlyMap<string, Rgb> = new Map(
  Object.entries({
    red: '#e5383b',
    crimson: '#c1121f',
    orange: '#f77f00',
    coral: '#ff7f6b',
    yellow: '#fcbf49',
    gold: '#e0a526',
    golden: '#e0a526',
    green: '#2a9d4f',
    emerald: '#10a37f',
    mint: '#7fdcb5',
    sage: '#9caf88',
    olive: '#808b3a',
    teal: '#119da4',
    turquoise: '#2ec4b6',
    cyan: '#18c5e8',
    aqua: '#2bd4d9',
    blue: '#2f6fed',
    navy: '#1d3557',
    indigo: '#4f46e5',
    purple: '#8338ec',
    violet: '#7b2ff7',
    lavender: '#b79ced',
    magenta: '#e6179a',
    pink: '#ff5d9e',
    rose: '#f2647c',
    brown: '#8d5a3b',
    terracotta: '#c8674b',
  }).map(([word, colour]) => [word, rgb(colour)]),
);

/** The first colour named in the prompt, sRGB; null if there is none. */
export function wishedColour(prompt: string): Rgb | null {
  for (const word of prompt.toLowerCase().split(/[^a-z]+/)) {
    const colour = COLOURS.get(word);
    if (colour) return colour;
  }
  return null;
}
