/**
 * What the built-in engine understands of a prompt: single English words for a colour, a mood and a background.
 * docs/art.md lists them.
 */
import { fromOklab, type Rgb, rgb, toOklab } from '../kernels/colour.js';

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

export const MOODS = ['night', 'pastel', 'vivid', 'muted', 'warm', 'cool'] as const;
export type Mood = (typeof MOODS)[number];

export type Backdrop =
  'stars' | 'sun' | 'sea' | 'mountains' | 'forest' | 'flowers' | 'hearts' | 'snow' | 'city' | 'plain';

export interface Wishes {
  /** sRGB */
  readonly colour: Rgb | null;
  readonly mood: Mood | null;
  readonly backdrop: Backdrop | null;
}

const MOOD_WORDS: Record<Mood, string> = {
  night: 'night dark moody midnight evening gothic',
  pastel: 'pastel pastels soft gentle light delicate dreamy baby',
  vivid: 'vivid bright bold colourful colorful vibrant pop neon saturated',
  muted: 'muted vintage retro faded earthy subdued sepia old',
  warm: 'warm cosy cozy autumn fall summer hot fiery',
  cool: 'cool cold icy winter frosty fresh arctic',
};

const BACKDROP_WORDS: Record<Backdrop, string> = {
  stars: 'stars star starry space galaxy cosmos universe sky',
  sun: 'sun sunset sunrise sunny dawn dusk sunshine',
  sea: 'sea ocean waves wave water beach lake surf coast',
  mountains: 'mountain mountains alps hills peaks hill',
  forest: 'forest tree trees wood woods pines jungle',
  flowers: 'flower flowers garden meadow blossom blossoms roses spring floral',
  hearts: 'heart hearts love valentine',
  snow: 'snow snowy snowflakes winter christmas',
  city: 'city skyline town street urban buildings',
  plain: 'plain simple clean empty minimal nothing blank',
};

const index = <Key extends string>(words: Record<Key, string>): ReadonlyMap<string, Key> =>
  new Map(
    (Object.entries(words) as [Key, string][]).flatMap(([key, list]) =>
      list.split(' ').map((word) => [word, key] as const),
    ),
  );

const MOOD_BY_WORD = index(MOOD_WORDS);
const BACKDROP_BY_WORD = index(BACKDROP_WORDS);

/** The first word of each kind counts; the rest of the prompt is ignored. */
export function readWishes(prompt: string): Wishes {
  const words = prompt.toLowerCase().split(/[^a-z]+/);
  const first = <Key>(known: ReadonlyMap<string, Key>): Key | null =>
    known.get(words.find((word) => known.has(word)) ?? '') ?? null;
  return { colour: wishedColour(prompt), mood: first(MOOD_BY_WORD), backdrop: first(BACKDROP_BY_WORD) };
}

/**
 * The effect of a mood on a colour in OKLab: scale and shift of the lightness, scale of the chroma, and a shift towards
 * a tint.
 */
const MOVES: Record<
  Mood,
  {
    readonly lightness: readonly [share: number, shift: number];
    readonly chroma: number;
    readonly a: number;
    readonly b: number;
  }
> = {
  night: { lightness: [0.62, 0], chroma: 0.85, a: 0.006, b: -0.03 },
  pastel: { lightness: [0.45, 0.52], chroma: 0.5, a: 0, b: 0 },
  vivid: { lightness: [1, 0], chroma: 1.3, a: 0, b: 0 },
  muted: { lightness: [0.86, 0.07], chroma: 0.5, a: 0.006, b: 0.022 },
  warm: { lightness: [1, 0], chroma: 1, a: 0.025, b: 0.04 },
  cool: { lightness: [1, 0], chroma: 0.95, a: -0.02, b: -0.045 },
};

/** The colour in this mood; unchanged for null. sRGB in and out. */
export function inMood(colour: Rgb, mood: Mood | null): Rgb {
  if (!mood) return colour;
  const [lightness, a, b] = toOklab(colour);
  const move = MOVES[mood];
  // Black and white stay: the tint fades towards both.
  const room = 4 * lightness * (1 - lightness);
  return fromOklab(
    lightness * move.lightness[0] + move.lightness[1],
    a * move.chroma + move.a * room,
    b * move.chroma + move.b * room,
  );
}
