/**
 * Simulates what goes wrong at a printer. `SANDBOX_PRINTER_FAULTS` is a comma-separated list:
 *
 * calculating                      the first submission of each order is refused, because its costs are being calculated
 * out-of-stock:Round Pet Tag       a product is out of stock, or one size of it: out-of-stock:Cosy Pullover Hoodie/M
 */
import { z } from 'zod';
import type { PrintLine } from '../print-provider.js';

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
