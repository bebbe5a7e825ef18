import type { Review } from '@shop/contracts-catalog';
import { stubApi } from '@shop/web-testing';
import { fireEvent, screen } from '@testing-library/react';
import { openShop, resetBrowser } from '../testing/open-shop.js';
import { ProductReviews } from './product-reviews.js';

afterEach(resetBrowser);

const ID = '0c9f5b0e-2f86-4d7e-8a37-5a1c8e7d6f01';
const REVIEWS = `GET /api/products/${ID}/reviews?limit=10`;
const createReview = (given: Partial<Review> = {}): Review => ({
  id: crypto.randomUUID(),
  rating: 5,
  text: 'So soft.',
  name: 'Pat',
  photoUrl: null,
  writtenAt: '2026-11-18T10:00:00.000Z',
  ...given,
});
const openReviews = (responses: Parameters<typeof stubApi>[0]) => {
  const api = stubApi(responses);
  return { ...openShop('/', () => <ProductReviews productId={ID} rating={{ count: 2, average: 4.5 }} />), api };
};
it('average, number and reviews are shown', async () => {
  const quiet = createReview({ rating: 4, text: '', name: 'Kim', photoUrl: '/media/photo' });
  openReviews({ [REVIEWS]: { json: [createReview(), quiet] } });
  expect(await screen.findByText(/out of 5, from 2 reviews/)).toHaveTextContent('4.5 out of 5, from 2 reviews');
  expect(await screen.findByText('So soft.')).toBeVisible();
  expect(screen.getAllByText('November 18, 2026')).toHaveLength(2);
  // Its photo was deleted in between.
  fireEvent.error(screen.getByRole('img', { name: 'Photo by Kim' }));
  expect(screen.queryByRole('button', { name: 'Enlarge the photo by Kim' })).toBeNull();
});
