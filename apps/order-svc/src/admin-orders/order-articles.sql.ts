import { getChoiceLabel, VARIANT_TYPES } from '@shop/contracts-catalog';
import { listUnchosen, type OrderedChoices } from '../orders/order.rules.js';

/** Each item with its choices, and what its product is sold in. */
export const ARTICLES = `(
  SELECT jsonb_agg(jsonb_build_object('title', i.title, 'pictureUrl', COALESCE(i.mockup_url, i.generated_image_url, i.image_url), 'category', i.category, 'quantity', i.quantity, 'variantSelections', i.variant_selections,
      'variantTypes', ARRAY(SELECT DISTINCT v.type FROM catalogue_variants v WHERE v.product_id = i.product_id AND v.active)) ORDER BY i.position)
  FROM order_items i WHERE i.order_id = o.id)`;

export interface Article extends OrderedChoices {
  title: string;
  category: string | null;
  quantity: number;
  pictureUrl: string | null;
}

/** `2 × Classic Tee (L, Black)` */
export function describeArticle(article: Article): string {
  const choices = listChoices(article);
  return `${article.quantity} × ${article.title}${choices.length > 0 ? ` (${choices.join(', ')})` : ''}`;
}

/** Size and colour as they were chosen, and what was not. */
export function listChoices({ category, ...ordered }: Article): string[] {
  const missing = listUnchosen(ordered).map((type) => `${getChoiceLabel(type, category)} not chosen`);
  return [...VARIANT_TYPES.flatMap((type) => ordered.variantSelections[type] ?? []), ...missing];
}
