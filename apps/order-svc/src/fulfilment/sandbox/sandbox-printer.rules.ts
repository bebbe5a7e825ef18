import { z } from 'zod';
import type { PrintLine } from '../print-provider.js';

/**
 * The sandbox printer's timing: an order is printed for two days and shipped for three, at the configured speed. It can
 * be cancelled until printing starts, half a day after it was accepted.
 */
const HOUR_MS = 3_600_000;
const PRINTING_STARTS_MS = 12 * HOUR_MS;
const PRINTED_MS = 48 * HOUR_MS;
const DELIVERED_MS = PRINTED_MS + 72 * HOUR_MS;

export type SandboxStage = 'accepted' | 'printing' | 'shipped' | 'delivered';

export function computeStage(elapsedMs: number, speed: number): SandboxStage {
  const ageMs = elapsedMs * speed;
  if (ageMs < PRINTING_STARTS_MS) return 'accepted';
  if (ageMs < PRINTED_MS) return 'printing';
  return ageMs < DELIVERED_MS ? 'shipped' : 'delivered';
}

/** The ends of accepted, printing and shipped, in milliseconds since acceptance. */
export const computeStageEndsMs = (speed: number): [number, number, number] => [
  PRINTING_STARTS_MS / speed,
  PRINTED_MS / speed,
  DELIVERED_MS / speed,
];

/** When the stage after this one begins, in milliseconds since acceptance; null after the last. */
export function computeNextStageMs(stage: SandboxStage, speed: number): number | null {
  const [printingMs, shippedMs, deliveredMs] = computeStageEndsMs(speed);
  return { accepted: printingMs, printing: shippedMs, shipped: deliveredMs, delivered: null }[stage];
}

/**
 * Simulates what goes wrong at a printer. `SANDBOX_PRINTER_FAULTS` is a comma-separated list:
 *
 * calculating                      the first submission of each order is refused, because its costs are being calculated
 * out-of-stock:Round Pet Tag       a product is out of stock, or one size of it: out-of-stock:Cosy Pullover Hoodie/M
 */
export interface SandboxPrinterFaults {
  isCalculating: boolean;
  outOfStock: readonly { title: string; size: string | null }[];
}

const GRAMMAR = 'it takes calculating and out-of-stock:Round Pet Tag, with commas between';

export const sandboxPrinterFaultsSchema = z
  .string()
  .default('')
  .transform((text, context): SandboxPrinterFaults => {
    const words = text
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean);
    const outOfStock = words.flatMap((word) => {
      const [, title, size] = /^out-of-stock:([^/]+)(?:\/([^/]+))?$/.exec(word) ?? [];
      if (title === undefined && word !== 'calculating')
        context.addIssue({ code: 'custom', message: `does not know "${word}": ${GRAMMAR}` });
      return title === undefined ? [] : [{ title: title.trim(), size: size?.trim() ?? null }];
    });
    return { isCalculating: words.includes('calculating'), outOfStock };
  });

export const isOutOfStock = (
  { outOfStock }: SandboxPrinterFaults,
  { title, selections }: Pick<PrintLine, 'title' | 'selections'>,
): boolean =>
  outOfStock.some((fault) => fault.title === title && (fault.size === null || fault.size === selections.size));
