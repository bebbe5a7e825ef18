import { z } from 'zod';

/**
 * Simulates what goes wrong at a printer. `SANDBOX_PRINTER_FAULTS` is a comma-separated list:
 *
 * calculating                      each order is refused for half a minute, because its costs are being calculated
 * out-of-stock:Round Pet Tag       a product is out of stock, or one size of it: out-of-stock:Cozy Pullover Hoodie/M
 */
export interface PrinterFaults {
  isCalculating: boolean;
  outOfStock: readonly { title: string; size: string | null }[];
}

const GRAMMAR = 'it takes calculating and out-of-stock:Round Pet Tag, with commas between';

export const printerFaultsSchema = z
  .string()
  .default('')
  .transform((text, context): PrinterFaults => {
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

/** `title`: the shop's name of the item. `size`: of the variant. */
export const isOutOfStock = (
  { outOfStock }: PrinterFaults,
  { title, size }: { title: string | undefined; size: string | null },
): boolean => outOfStock.some((fault) => fault.title === title && (fault.size === null || fault.size === size));
