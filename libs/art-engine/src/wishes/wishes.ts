/**
 * What the built-in engine understands of a prompt: single English words for a colour, a mood and a background.
 * docs/art.md lists them.
 */
import type { Rgb } from '../kernels/colour.js';
import { wishedColour } from './wished-colour.js';

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
