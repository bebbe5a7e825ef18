import { findPrintfulEntry, type PrintfulEntry } from '@shop/contracts-order';
import type { PrintfulVariant } from './printful-articles.ts';
import { describeArticle, type ShopArticle } from './shop-articles.ts';

const SHOP_DPI = 300;
/** Printful rounds its areas to a few pixels. */
const AREA_TOLERANCE = 0.02;

const formatDollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

/** `XXL` and `2XL` are one size. */
const toKey = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replace(/^(x{2,})(l|s)$/, (_, many: string, end: string) => `${many.length}x${end}`);

const differ = (ours: string | null, theirs: string | null): boolean =>
  ours !== null && theirs !== null && toKey(ours) !== toKey(theirs);

const isNear = (ours: number, theirs: number): boolean => Math.abs(ours - theirs) <= theirs * AREA_TOLERANCE;

const formatInches = (width: number, height: number): string =>
  `${Math.round(width * 100) / 100} × ${Math.round(height * 100) / 100} in`;

function describeArea({ areaPx }: ShopArticle, { placement }: PrintfulEntry, variant: PrintfulVariant): string | null {
  const area = variant.areasIn.get(placement);
  if (!area)
    return `Printful has no print area "${placement}" on it, but ${[...variant.areasIn.keys()].join(', ') || 'none'}`;
  if (!areaPx) return 'it has no print area in the shop';
  const [width, height] = [areaPx.widthPx / SHOP_DPI, areaPx.heightPx / SHOP_DPI];
  return isNear(width, area.width) && isNear(height, area.height)
    ? null
    : `its print area is ${formatInches(width, height)} in the shop and ${formatInches(area.width, area.height)} at Printful`;
}

function* listDifferences(
  article: ShopArticle,
  entry: PrintfulEntry | undefined,
  variants: ReadonlyMap<number, PrintfulVariant>,
): Generator<string> {
  if (!entry) {
    yield 'it has no entry in PRINTFUL_CATALOGUE, so it is not available to shoppers';
    return;
  }
  const variant = variants.get(entry.variantId);
  if (!variant) {
    yield `Printful has no variant ${entry.variantId}`;
    return;
  }
  if (!variant.isInStock) yield `Printful has no more of variant ${entry.variantId}`;
  if (differ(article.size, variant.size)) yield `Printful's variant ${entry.variantId} is size ${variant.size}`;
  if (differ(article.color, variant.color)) yield `Printful's variant ${entry.variantId} is ${variant.color}`;
  const area = describeArea(article, entry, variant);
  if (area !== null) yield area;
  if (variant.priceCents > article.priceCents)
    yield `it costs ${formatDollars(variant.priceCents)} and sells for ${formatDollars(article.priceCents)}`;
}

const isSold = (entry: PrintfulEntry, articles: readonly ShopArticle[]): boolean =>
  articles.some((article) => findPrintfulEntry([entry], article) !== undefined);

/** Each difference between the shop's catalogue, the entries and Printful's catalogue. */
export function compareCatalogues(
  articles: readonly ShopArticle[],
  entries: readonly PrintfulEntry[],
  variants: ReadonlyMap<number, PrintfulVariant>,
): string[] {
  return [
    ...articles.flatMap((article) =>
      [...listDifferences(article, findPrintfulEntry(entries, article), variants)].map(
        (difference) => `${describeArticle(article)}: ${difference}`,
      ),
    ),
    ...entries.flatMap((entry, index) =>
      isSold(entry, articles)
        ? []
        : [`Entry ${index + 1} (variant ${entry.variantId}): the shop sells nothing with these ids`],
    ),
  ];
}
