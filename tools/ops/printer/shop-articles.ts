import type { ArticleIds, PrintfulEntry } from '@shop/contracts-order';
import type { RunSql } from '../shop/service-databases.ts';

interface AreaPx {
  widthPx: number;
  heightPx: number;
}

/** A product in one size and one color, as the shop sells it. */
export interface ShopArticle extends ArticleIds {
  title: string;
  size: string | null;
  color: string | null;
  priceCents: number;
  /** At 300 dpi; null: the product has no print area. */
  areaPx: AreaPx | null;
}

/** Of order-svc's copy of the catalogue. A product without sizes or colors is one article. */
const SELECT_ARTICLES = `
  SELECT p.id AS "productId", p.title, size.id AS "sizeId", size.name AS size, color.id AS "colorId", color.name AS color,
    GREATEST(0, p.base_price_cents + COALESCE(size.price_modifier_cents, 0) + COALESCE(color.price_modifier_cents, 0))::float8 AS "priceCents",
    COALESCE(size.print_area, p.print_area) AS "areaPx"
  FROM catalogue_products p
  LEFT JOIN catalogue_variants size ON size.product_id = p.id AND size.type = 'size' AND size.active
  LEFT JOIN catalogue_variants color ON color.product_id = p.id AND color.type = 'color' AND color.active
  WHERE p.active AND p.deleted_at IS NULL
  ORDER BY p.title, p.id, color.position, color.name, size.position, size.name LIMIT 20000`;

interface Row extends Omit<ShopArticle, 'variantIds'> {
  sizeId: string | null;
  colorId: string | null;
}

export async function listShopArticles(query: RunSql): Promise<ShopArticle[]> {
  const rows = await query<Row>(SELECT_ARTICLES, []);
  return rows.map(({ sizeId, colorId, ...article }) => ({
    ...article,
    variantIds: { ...(sizeId && { size: sizeId }), ...(colorId && { color: colorId }) },
  }));
}

export const describeArticle = ({ title, size, color }: ShopArticle): string =>
  [title, size, color].filter(Boolean).join(', ');

/** A line of PRINTFUL_CATALOGUE for the article. The `variantId` of a new one must be filled in. */
export const toEntryTemplate = (article: ShopArticle, entry: PrintfulEntry | undefined) => ({
  article: describeArticle(article),
  product: article.productId,
  ...article.variantIds,
  variantId: entry?.variantId ?? null,
  placement: entry?.placement ?? 'default',
});
