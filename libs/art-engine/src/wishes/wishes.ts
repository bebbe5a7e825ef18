import { type Backdrop, type Mood, readWishWords, WISH_COLOURS } from '@shop/contracts-art/wishes';
import { fromOklab, type Rgb, rgb, toOklab } from '../kernels/colour.js';

export { MOODS, type Backdrop, type Mood } from '@shop/contracts-art/wishes';

/** The first colour named in the prompt, sRGB; null if there is none. */
export function wishedColour(prompt: string): Rgb | null {
  const { colour } = readWishWords(prompt);
  return colour && rgb(WISH_COLOURS[colour.key]);
}

export interface Wishes {
  /** sRGB */
  readonly colour: Rgb | null;
  readonly mood: Mood | null;
  readonly backdrop: Backdrop | null;
}

/** What the engine understands of a prompt; docs/art.md lists the words. */
export function readWishes(prompt: string): Wishes {
  const { mood, backdrop } = readWishWords(prompt);
  return { colour: wishedColour(prompt), mood: mood?.key ?? null, backdrop: backdrop?.key ?? null };
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
