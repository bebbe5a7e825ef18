/**
 * What the built-in engine understands of a prompt: single English words for a colour, a mood and a background. The
 * engine draws by it, and the wizard says it before.
 */

/** By word, `#rrggbb`. */
export const WISH_COLOURS = {
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
} as const;
export type WishColour = keyof typeof WISH_COLOURS;

export const MOODS = ['night', 'pastel', 'vivid', 'muted', 'warm', 'cool'] as const;
export type Mood = (typeof MOODS)[number];

export const BACKDROPS = [
  'stars',
  'sun',
  'sea',
  'mountains',
  'forest',
  'flowers',
  'hearts',
  'snow',
  'city',
  'plain',
] as const;
export type Backdrop = (typeof BACKDROPS)[number];

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

/** The canonical word of each word. */
const index = <Key extends string>(words: Record<Key, string>): ReadonlyMap<string, Key> =>
  new Map(
    (Object.entries(words) as [Key, string][]).flatMap(([key, list]) =>
      list.split(' ').map((word) => [word, key] as const),
    ),
  );

const COLOUR_BY_WORD: ReadonlyMap<string, WishColour> = new Map(
  (Object.keys(WISH_COLOURS) as WishColour[]).map((word) => [word, word]),
);
const MOOD_BY_WORD = index(MOOD_WORDS);
const BACKDROP_BY_WORD = index(BACKDROP_WORDS);

/** A word of the prompt and what it stands for: `autumn` for `warm`. */
export interface Wish<Key extends string> {
  readonly word: string;
  readonly key: Key;
}

export interface WishWords {
  readonly colour: Wish<WishColour> | null;
  readonly mood: Wish<Mood> | null;
  readonly backdrop: Wish<Backdrop> | null;
}

function findFirst<Key extends string>(words: readonly string[], known: ReadonlyMap<string, Key>): Wish<Key> | null {
  for (const word of words) {
    const key = known.get(word);
    if (key) return { word, key };
  }
  return null;
}

/** The first word of each kind counts; the rest of the prompt is ignored. */
export function readWishWords(prompt: string): WishWords {
  const words = prompt.toLowerCase().split(/[^a-z]+/);
  return {
    colour: findFirst(words, COLOUR_BY_WORD),
    mood: findFirst(words, MOOD_BY_WORD),
    backdrop: findFirst(words, BACKDROP_BY_WORD),
  };
}

/** Neon is vivid and dark already. */
const CYBERPUNK_MOODS: readonly Mood[] = ['warm', 'cool', 'pastel'];

export type WishKind = keyof WishWords;

/** The wishes that a style follows. A motif needs the style's own background, and Abstract has a ground of glass. */
export function keepFollowed(wishes: WishWords, styleKey: string | null, hasStyleBackground: boolean): WishWords {
  const { colour, mood, backdrop } = wishes;
  const isMoodFollowed =
    (styleKey !== 'cyberpunk' || (mood && CYBERPUNK_MOODS.includes(mood.key))) &&
    // One colour is used as it is.
    (styleKey !== 'minimalistic' || !colour);
  return {
    colour,
    mood: isMoodFollowed ? mood : null,
    backdrop: hasStyleBackground && styleKey !== 'abstract' ? backdrop : null,
  };
}

export const isWishWord = (word: string): boolean =>
  [COLOUR_BY_WORD, MOOD_BY_WORD, BACKDROP_BY_WORD].some((known) => known.has(word));

/** Words that no one misses. */
const FILLERS = new Set(
  'a an the and or with in on of at to for as is by my his her its our please make style background color colour colors colours'.split(
    ' ',
  ),
);

/** The words of a prompt that change nothing, in their order. */
export function listIgnoredWords(prompt: string, followed: WishWords): string[] {
  const used = new Set([followed.colour, followed.mood, followed.backdrop].flatMap((wish) => wish?.word ?? []));
  const words = prompt.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words)].filter((word) => !used.has(word) && !FILLERS.has(word));
}
