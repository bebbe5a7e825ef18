import { readFileSync } from 'node:fs';
import { VARIANT_TYPES, type VariantType } from '@shop/contracts/catalog';
import type { VariantSelections } from '@shop/contracts/order';
import { ConfigurationError } from '@shop/service-kit';
import { z } from 'zod';

/** The ids of the chosen variants. They outlive names, which admins change. */
export interface VariantIds {
  size?: string;
  color?: string;
}

/** What is sold, whatever it is called. */
export interface ArticleIds {
  productId: string;
  variantIds: VariantIds;
}

const ID = 'takes the id that "npm run printer -- list" prints';

/** Maps a product of the shop to a variant of Printful. A missing size or colour matches any. */
const entrySchema = z.object({
  product: z.uuid(ID),
  size: z.uuid(ID).optional(),
  color: z.uuid(ID).optional(),
  variantId: z.number().int().positive(),
  /** Printful's name of the printed area, such as `front`, `front_large` or `default`. */
  placement: z.string().min(1).default('default'),
});
const catalogueSchema = z.array(entrySchema).min(1);

export type PrintfulEntry = z.output<typeof entrySchema>;
export type PrintfulArticle = Pick<PrintfulEntry, 'variantId' | 'placement'>;

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

/**
 * The first match; undefined: Printful does not print the article. `openTypes`: what is still to be chosen, and may become
 * anything.
 */
export const findEntry = (
  catalogue: readonly PrintfulEntry[],
  { productId, variantIds }: ArticleIds,
  openTypes: readonly VariantType[] = [],
): PrintfulEntry | undefined =>
  catalogue.find(
    (entry) =>
      entry.product === productId &&
      VARIANT_TYPES.every(
        (type) => entry[type] === undefined || entry[type] === variantIds[type] || openTypes.includes(type),
      ),
  );

const SANDBOX_SIZES: readonly (string | undefined)[] = ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL'];

/** The sandbox prints every product: its variant 1 is for any size, the next ones are for the usual sizes. */
export const getSandboxArticle = ({ size }: VariantSelections): PrintfulArticle => ({
  variantId: SANDBOX_SIZES.includes(size) ? SANDBOX_SIZES.indexOf(size) + 2 : 1,
  placement: 'default',
});
