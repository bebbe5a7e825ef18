import { readFileSync } from 'node:fs';
import { printfulCatalogueSchema, type PrintfulEntry, type VariantSelections } from '@shop/contracts-order';
import { ConfigurationError } from '@shop/service-kit';

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
  const parsed = printfulCatalogueSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path, message }) => `  ${path.join('.') || 'the whole'}: ${message}`);
  throw toConfigurationError(`in which something is not right:\n${lines.join('\n')}`);
}

const SANDBOX_SIZES: readonly (string | undefined)[] = ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL'];

/** The sandbox prints every product: its variant 1 is for any size, the next ones are for the usual sizes. */
export const getSandboxArticle = ({ size }: VariantSelections): PrintfulArticle => ({
  variantId: SANDBOX_SIZES.includes(size) ? SANDBOX_SIZES.indexOf(size) + 2 : 1,
  placement: 'default',
});
