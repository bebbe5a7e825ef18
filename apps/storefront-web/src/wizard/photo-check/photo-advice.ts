import type { PhotoIssue, PhotoSize } from './photo-quality.rules.js';

/** One sentence per issue: the problem and what to do about it. */
const ADVICE: Record<PhotoIssue, (size: PhotoSize) => string> = {
  small: ({ widthPx, heightPx }) =>
    `With ${widthPx} × ${heightPx} pixels this photo is too small to print sharply: please use the original from your camera if you can.`,
  'small for shirts': ({ widthPx, heightPx }) =>
    `With ${widthPx} × ${heightPx} pixels this photo does for a pet tag or a phone case, but whiskers and fine fur would be lost on a T-shirt or hoodie: please use the original from your camera if you can.`,
  blurred: () =>
    'This photo looks blurred, and eyes and fur would lose their detail: please try one with your pet in focus and the camera held still.',
  dark: () =>
    'This photo is very dark, and your pet would get lost in it: please try one taken in daylight or by a window.',
  bright: () =>
    'This photo is overexposed, and light fur would lose its detail: please try one taken in the shade or without a flash.',
};

export const getAdvice = (issue: PhotoIssue, size: PhotoSize): string => ADVICE[issue](size);
