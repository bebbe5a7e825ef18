/**
 * An order is printed for two days and shipped for three, at the configured speed. It can be cancelled until printing
 * starts, half a day after it was confirmed.
 */
const HOUR_MS = 3_600_000;
const PRINTING_STARTS_MS = 12 * HOUR_MS;
const PRINTED_MS = 48 * HOUR_MS;
const DELIVERED_MS = PRINTED_MS + 72 * HOUR_MS;

export type PrinterStage = 'accepted' | 'printing' | 'shipped' | 'delivered';

export function computeStage(elapsedMs: number, speed: number): PrinterStage {
  const ageMs = elapsedMs * speed;
  if (ageMs < PRINTING_STARTS_MS) return 'accepted';
  if (ageMs < PRINTED_MS) return 'printing';
  return ageMs < DELIVERED_MS ? 'shipped' : 'delivered';
}

/** When the stage after this one begins, in milliseconds since the confirmation; null after the last. */
export function computeNextStageMs(stage: PrinterStage, speed: number): number | null {
  const next = { accepted: PRINTING_STARTS_MS, printing: PRINTED_MS, shipped: DELIVERED_MS, delivered: null }[stage];
  return next === null ? null : next / speed;
}
