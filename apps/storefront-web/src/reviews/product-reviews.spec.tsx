import type { Review } from '@shop/contracts-catalog';
import { stubApi } from '@shop/web-testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { openShop, resetBrowser } from '../testing/open-shop.js';
import { ProductReviews } from './product-reviews.js';

afterEach(resetBrowser);

const ID = '0c9f5b0e-2f86-4d7e-8a37-5a1c8e7d6f01';
const RATING = `GET /api/products/${ID}/rating`;
const REVIEWS = `GET /api/products/${ID}/reviews?limit=10`;
const createReview = (given: Partial<Review> = {}): Review => ({
  id: crypto.randomUUID(),
  rating: 5,
  text: 'So soft. </script><b>',
  name: 'Pat',
  photoUrl: null,
  writtenAt: '2026-11-18T10:00:00.000Z',
  ...given,
});
const openReviews = (responses: Parameters<typeof stubApi>[0]) => {
  const api = stubApi(responses);
  const product = { id: ID, title: 'Classic Tee', structuredDataId: 'https://shop.example/products/classic-tee' };
  return { ...openShop('/', () => <ProductReviews product={product} />), api };
};
const readStructuredData = () => {
  const [script] = document.querySelectorAll('script[type="application/ld+json"]');
  return script ? (JSON.parse(script.textContent ?? '') as Record<string, unknown>) : null;
};

it('nothing is shown and nothing is loaded while there are none', async () => {
  const { api } = openReviews({ [RATING]: { json: { count: 0, average: null } } });
  await waitFor(() => expect(api.callsTo(RATING)).toHaveLength(1));
  expect(screen.queryByRole('heading')).toBeNull();
  expect(readStructuredData()).toBeNull();
});

it('average, number and reviews are shown, also to search engines', async () => {
  const quiet = createReview({ rating: 4, text: '', name: 'Kim', photoUrl: '/media/photo' });
  openReviews({ [RATING]: { json: { count: 2, average: 4.5 } }, [REVIEWS]: { json: [createReview(), quiet] } });
  expect(await screen.findByText(/out of 5, from 2 reviews/)).toHaveTextContent('4.5 out of 5, from 2 reviews');
  expect(await screen.findByText('So soft. </script><b>')).toBeVisible();
  expect(screen.getByText('November 18, 2026')).toBeVisible();
  expect(readStructuredData()).toMatchObject({
    '@type': 'Product',
    '@id': 'https://shop.example/products/classic-tee',
    aggregateRating: { ratingValue: 4.5, reviewCount: 2 },
    review: [
      { reviewRating: { ratingValue: 5 }, author: { name: 'Pat' }, reviewBody: 'So soft. </script><b>' },
      { reviewRating: { ratingValue: 4 }, author: { name: 'Kim' } },
    ],
  });
  expect(document.querySelector('script')?.innerHTML).not.toContain('<');
  // Its photo was deleted in between.
  fireEvent.error(screen.getByRole('img', { name: 'Photo by Kim' }));
  expect(screen.queryByRole('button', { name: 'Enlarge the photo by Kim' })).toBeNull();
});
