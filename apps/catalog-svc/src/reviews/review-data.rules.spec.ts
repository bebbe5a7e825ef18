import type { Review } from '@shop/contracts-catalog';
import { toReviewData } from './review-data.rules.js';

const review = (given: Partial<Review> = {}): Review => ({
  id: '0a1b2c3d-0000-4000-8000-000000000000',
  rating: 4,
  text: 'So {soft}',
  name: 'Pat',
  photoUrl: null,
  writtenAt: '2026-11-18T10:00:00.000Z',
  ...given,
});
const neutral = (text: string): string => text.replaceAll(/[{}]/g, '');

it('has the average and the reviews', () => {
  const reviews = [review(), review({ rating: 5, text: '' })];
  expect(toReviewData({ count: 2, average: 4.5 }, reviews, neutral)).toEqual({
    aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.5, reviewCount: 2, bestRating: 5 },
    review: [
      {
        '@type': 'Review',
        reviewRating: { '@type': 'Rating', ratingValue: 4, bestRating: 5 },
        author: { '@type': 'Person', name: 'Pat' },
        datePublished: '2026-11-18',
        reviewBody: 'So soft',
      },
      {
        '@type': 'Review',
        reviewRating: { '@type': 'Rating', ratingValue: 5, bestRating: 5 },
        author: { '@type': 'Person', name: 'Pat' },
        datePublished: '2026-11-18',
      },
    ],
  });
});

it('has nothing while there are no reviews', () => {
  expect(toReviewData({ count: 0, average: null }, [], neutral)).toEqual({});
});
