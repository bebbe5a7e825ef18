import { changeAnswer, stubCall } from '../support/network.ts';
import { expect, test } from '../support/test.ts';
import { inspect } from './support/inspect.ts';

const AT = '2026-03-04T12:00:00.000Z';
const PRODUCT = { productId: crypto.randomUUID(), title: 'Bone Pet Tag', imageUrl: null };
const WORDS = { rating: 4, text: 'Soft, and it looks just like her.', name: 'Pat' };
const REVIEW = { id: crypto.randomUUID(), ...WORDS, photoUrl: null, writtenAt: AT };

test.describe('reviews are accessible', () => {
  test('writing one, one that is sent, and a link that has ended', async ({ anonymousPage: page }) => {
    await stubCall(page, 'GET /api/reviews/invitation', {
      firstName: null,
      expiresAt: AT,
      products: [
        { ...PRODUCT, review: null },
        { ...PRODUCT, productId: crypto.randomUUID(), review: { ...WORDS, hasPhoto: true, status: 'pending' } },
      ],
    });
    await page.goto('/review#key');
    await page.getByRole('button', { name: 'Send Review' }).click();
    await expect(page.getByText('Please choose 1 to 5 stars')).toBeVisible();
    await inspect(page, 'a review that lacks its stars and name');
    await page.evaluate('sessionStorage.clear()');
    await page.goto('/review');
    await expect(page.getByRole('heading', { name: 'This link has ended' })).toBeVisible();
    await inspect(page, 'a link that has ended');
  });

  test('those of a product', async ({ anonymousPage: page, tag }) => {
    await changeAnswer<object>(page, 'GET /api/products/*', (product) => ({
      ...product,
      rating: { count: 1, average: 4 },
    }));
    await stubCall(page, `GET /api/products/${tag.id}/reviews`, [REVIEW]);
    await page.goto(`/products/${tag.id}`);
    await expect(page.getByRole('region', { name: 'Reviews' }).getByText(WORDS.text)).toBeVisible();
    await inspect(page, 'a product with a review');
  });

  test('deciding about them', async ({ adminPage: page }) => {
    await stubCall(page, 'GET /api/admin/reviews', [
      {
        ...REVIEW,
        ...{ productId: PRODUCT.productId, productTitle: PRODUCT.title, status: 'pending', version: 1 },
        ...{ orderId: crypto.randomUUID(), orderNumber: 'PA-7K2M9QXW4A' },
      },
    ]);
    await page.goto('/admin?tab=reviews');
    await expect(page.getByRole('button', { name: 'Publish' })).toBeVisible();
    await inspect(page, 'reviews that wait');
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await inspect(page, 'deleting a review');
  });
});
