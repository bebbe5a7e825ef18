import { Database } from '../support/database.ts';
import { petPhoto } from '../support/pet-photo.ts';
import { expect, test } from '../support/screens.ts';
import { addToCart, CARDS, giveAddress, makeArtwork, pay, register, signIn, uploadPhoto } from '../support/steps.ts';

test.describe('when a part fails', () => {
  test('a catalogue that is down does not stop a cart from being paid', async ({ visitor, shop }) => {
    await makeArtwork(visitor, await petPhoto('#463a30'));
    await addToCart(visitor);
    await shop.stopService('catalog-svc');
    try {
      await visitor.goto('/products');
      await expect(visitor.getByText('The catalogue is unavailable right now.').first()).toBeVisible();
      await expect(visitor.getByText('No Products Yet')).toHaveCount(0);
      await giveAddress(visitor);
      await pay(visitor, CARDS.good, 'guest@example.com');
      await visitor.waitForURL('**/order-complete**');
      await expect(visitor.getByText('Thank you for your order!')).toBeVisible();
    } finally {
      await shop.startService('catalog-svc');
    }
    await visitor.goto('/products');
    await expect(visitor.getByRole('link', { name: 'Customize' }).first()).toBeVisible();
  });

  test('an artwork is finished after art-svc was killed in the middle of it', async ({ visitor, shop }) => {
    await register(visitor, `nora-${Date.now()}@example.com`);
    await uploadPhoto(visitor, await petPhoto('#b98d5e'));
    await visitor.getByRole('radio', { name: /modern/i }).click();
    await Database.during(shop, 'art', async (database) => {
      // Drawn it may be, but not kept.
      const release = await database.hold('LOCK TABLE images IN SHARE MODE');
      const asked = visitor.waitForRequest('**/api/generate');
      await visitor.getByRole('button', { name: 'Generate Art' }).click();
      const key = (await asked).headers()['idempotency-key'];
      const drawing = () =>
        database.query<{ status: string; attempts: number }>(
          'SELECT status, attempts FROM ai_jobs WHERE idempotency_key = $1',
          [key],
        );
      await expect.poll(drawing).toEqual([{ status: 'processing', attempts: 1 }]);
      shop.kill('art-svc', 'SIGKILL');
      await release();
      await expect.poll(drawing, { timeout: 60_000 }).toMatchObject([{ status: 'completed' }]);
      expect((await drawing())[0]?.attempts).toBeGreaterThan(1);
    });
    await visitor.goto('/designs');
    await expect(visitor.getByRole('link', { name: 'Create Product' })).toHaveCount(1);
  });

  test('an admin app that cannot be loaded costs only its own pages', async ({ visitor, shop }) => {
    await visitor.route('**/remotes/admin/**', (route) => route.abort());
    await signIn(visitor, shop.adminEmail, shop.adminPassword);
    await visitor.goto('/admin');
    await expect(visitor.getByRole('button', { name: /try again|retry/i })).toBeVisible();
    await expect(visitor.getByRole('navigation').first()).toBeVisible();
    await visitor.unroute('**/remotes/admin/**');
    await visitor.getByRole('button', { name: /try again|retry/i }).click();
    await expect(visitor.getByText('Total Orders').first()).toBeVisible();
    await visitor.getByRole('link', { name: 'Products' }).first().click();
    await expect(visitor.getByRole('heading', { name: 'Our Products' })).toBeVisible();
  });

  test('a storefront that cannot be loaded leaves the account pages standing', async ({ visitor }) => {
    await visitor.route('**/remotes/storefront/**', (route) => route.abort());
    await visitor.goto('/products');
    await expect(visitor.getByRole('button', { name: /try again|retry/i })).toBeVisible();
    await visitor
      .getByRole('link', { name: 'Sign In' })
      .or(visitor.getByRole('button', { name: 'Sign In' }))
      .first()
      .click();
    await expect(visitor.getByText('Welcome Back').first()).toBeVisible();
  });

  test('a service that dies is started again, and nobody has to do anything', async ({ visitor, shop }) => {
    shop.kill('order-svc', 'SIGKILL');
    const answersOf = (path: string) =>
      expect.poll(async () => (await visitor.request.get(path)).status(), { timeout: 60_000 });
    await answersOf('/api/cart').toBe(200);
    await answersOf('/readyz').toBe(200);
  });
});
