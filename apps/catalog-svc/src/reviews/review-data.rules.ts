/** What search engines read of a product's reviews (schema.org). */
import type { ProductRating, Review } from '@shop/contracts-catalog';

const BEST = { bestRating: 5 };

/** Fields of schema.org's Product. Without reviews there are none: a rating is never invented. `neutral` cleans what a customer wrote. */
export function toReviewData(
  { count, average }: ProductRating,
  reviews: readonly Review[],
  neutral: (text: string) => string,
): object {
  if (count === 0 || average === null) return {};
  return {
    aggregateRating: { '@type': 'AggregateRating', ratingValue: average, reviewCount: count, ...BEST },
    review: reviews.map(({ rating, text, name, writtenAt }) => ({
      '@type': 'Review',
      reviewRating: { '@type': 'Rating', ratingValue: rating, ...BEST },
      author: { '@type': 'Person', name: neutral(name) },
      datePublished: writtenAt.slice(0, 10),
      ...(text && { reviewBody: neutral(text) }),
    })),
  };
}
