import { readFileSync } from 'node:fs';
import type { VariantSelections } from '@shop/contracts/order';
import { ConfigurationError } from '@shop/service-kit';
import { z } from 'zod';

/** Maps a product of the shop to a variant of Printful. A missing product, size or colour matches any. */
const entrySchema = z.object({
  /** The product's id or title. */
  product: z.string().min(1).optional(),
  size: z.string().optional(),
  color: z.string().optional(),
  variantId: z.number().int().positive(),
  /** Printful's name of the printed area, such as `front`, `front_large` or `default`. */
  placement: z.string().min(1).default('default'),
});
const catalogueSchema = z.array(entrySchema).min(1);

export type PrintfulEntry = z.output<typeof entrySchema>;

interface Line {
  productId: string;
  title: string;
  selections: VariantSelections;
}

const SANDBOX_SIZES = ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL'];

/** The sandbox prints every product: its variant 1 is for any size, the next ones are for the usual sizes. */
export const SANDBOX_CATALOGUE: readonly PrintfulEntry[] = [
  ...SANDBOX_SIZES.map((size, index) => ({ size, variantId: index + 2, placement: 'default' })),
  { variantId: 1, placement: 'default' },
];

/** Throws ConfigurationError if the file is not usable. */
export function readCatalogue(file: string): PrintfulEntry[] {
  const toConfigurationError = (what: string) =>
    new ConfigurationError(`order-svc cannot start: PRINTFUL_CATALOGUE names ${file}, ${what}`);
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw toConfigurationError(error instanceof SyntaxError ? 'which is not JSON.' : 'which cannot be read.');
  }
  const parsed = catalogueSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path, message }) => `  ${path.join('.') || 'the whole'}: ${message}`);
  throw toConfigurationError(`in which something is not right:\n${lines.join('\n')}`);
}

const fits = (wanted: string | undefined, chosen: string | undefined): boolean =>
  wanted === undefined || wanted === chosen;

/** The first match; undefined: Printful does not print the product. */
export const findEntry = (
  catalogue: readonly PrintfulEntry[],
  { productId, title, selections: { size, color } }: Line,
): PrintfulEntry | undefined =>
  catalogue.find(
    (entry) =>
      (fits(entry.product, productId) || entry.product === title) && fits(entry.size, size) && fits(entry.color, color),
  );
