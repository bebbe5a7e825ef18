import { watchCalls } from '../support/network.ts';
import { petPhoto } from '../support/pet-photo.ts';
import { expect, expectPicture, test } from '../support/screens.ts';
import { addToCart, CARDS, giveAddress, makeArtwork, pay } from '../support/steps.ts';

test.describe('a shopper who is not signed in', () => {
  test('finds at least ten products over four categories, each with its own picture', async ({ visitor }) => {
    await visitor.goto('/products');
    await expect(visitor.getByRole('heading', { name: 'Our Products' })).toBeVisible();
    const cards = visitor.getByRole('link', { name: 'Customize' });
    await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(10);
    expect(new Set(await visitor.getByRole('main').locator('.ui-badge').allInnerTexts()).size).toBe(4);
    const images = await visitor.getByRole('main').locator('img[src^="/"]').all(); // another test's product may have a picture of another site
    const pictures = await Promise.all(images.map((image) => image.getAttribute('src')));
    expect(new Set(pictures).size).toBeGreaterThanOrEqual(10);
    for (const image of images) {
      await image.scrollIntoViewIfNeeded(); // further down they are fetched when they are come to
      await expectPicture(image);
    }
    await expect(visitor.getByText(/^\$\d+\.\d\d$/).first()).toBeVisible();
  });

  test('turns a photo into art, puts it on a product, is declined once, pays for the same order, and sees it', async ({
    visitor,
  }) => {
    await makeArtwork(visitor, await petPhoto(), /cyberpunk/i);
    await addToCart(visitor, /classic/i);
    await expect(visitor.getByRole('heading', { name: 'Shopping Cart' })).toBeVisible();
    await expect(visitor.getByText('Calculated at checkout')).toBeVisible();

    const calls = watchCalls(visitor);
    await giveAddress(visitor);
    await expect(visitor.getByText('$9.99')).toBeVisible();
    await pay(visitor, CARDS.declined, 'guest@example.com');
    await expect(visitor.getByText('Payment Failed').first()).toBeVisible();
    await expect(visitor.getByText('Your card was declined.').first()).toBeVisible();

    await pay(visitor, CARDS.good, 'guest@example.com');
    await visitor.waitForURL('**/order-complete**');
    await expect(visitor.getByText('Thank you for your order!')).toBeVisible();
    const number = await visitor
      .getByText(/^PA-[0-9A-HJKMNP-TV-Z]{10}$/)
      .first()
      .textContent();
    const tried = (calls.bodies('POST /api/checkout/payment') as { orderNumber: string }[]).map(
      ({ orderNumber }) => orderNumber,
    );
    expect(tried).toEqual([number, number]);
    expect(visitor.url()).not.toContain('secret');

    await visitor.reload();
    await expect(visitor.getByText('Thank you for your order!')).toBeVisible();
    await visitor.goto('/cart');
    await expect(visitor.getByText('Your cart is empty')).toBeVisible();
  });

  test('is never asked for a cart before putting something in it', async ({ visitor }) => {
    const calls: string[] = [];
    visitor.on('request', (request) => calls.push(new URL(request.url()).pathname));
    await visitor.goto('/products');
    await expect(visitor.getByRole('link', { name: 'Customize' }).first()).toBeVisible();
    await visitor.goto('/cart');
    await expect(visitor.getByText('Your cart is empty')).toBeVisible();
    expect(calls).not.toContain('/api/cart');
    expect(calls.filter((path) => path.startsWith('/remotes/admin/'))).toEqual([]);
  });
});
