/**
 * Rules of retries. A failed print file is retried with growing pauses for some minutes. The product picture is
 * optional: the last attempt does without an unavailable catalogue. What can never succeed (a missing artwork, an
 * unknown product) fails at once.
 */
export const MAX_ATTEMPTS = 8;
const MAX_PAUSE_MS = 60_000;

/** The pause after this many attempts: `firstMs` after the first, doubled after each further one. */
export const computePauseMs = (attempts: number, firstMs: number): number =>
  Math.min(MAX_PAUSE_MS, firstMs * 2 ** Math.max(0, attempts - 1));

export const listPausesMs = (firstMs: number): number[] =>
  Array.from({ length: MAX_ATTEMPTS }, (_, index) => computePauseMs(index + 1, firstMs));

export const isLastAttempt = (attempts: number): boolean => attempts >= MAX_ATTEMPTS;

/** Contains no text from customers, because it goes into a response header. */
export const getDownloadName = ({ orderNumber, line }: { orderNumber: string; line: number }): string =>
  `${orderNumber.replace(/[^\w-]/g, '')}-line-${line}.png`;
