/**
 * A print file is a must: what fails is tried again with growing pauses, for some minutes. A picture of the product is not: while the catalogue is
 * down it is waited for, and the last try does without it. What can never be made (the artwork is gone, nobody knows the product) fails at once.
 */
export const MAX_ATTEMPTS = 8;
const LONGEST_PAUSE_MS = 60_000;

/** The pause after so many tries, when the first is `firstMs` long and each is twice the one before. */
export const pauseAfter = (attempts: number, firstMs: number): number =>
  Math.min(LONGEST_PAUSE_MS, firstMs * 2 ** Math.max(0, attempts - 1));

export const isLastAttempt = (attempts: number): boolean => attempts >= MAX_ATTEMPTS;

/** Nothing of it depends on what customers write. */
export const downloadName = ({ orderNumber, line }: { orderNumber: string; line: number }): string =>
  `${orderNumber.replace(/[^\w-]/g, '')}-line-${line}.png`;
