import { randomUUID } from 'node:crypto';
import type { Page, Request } from '@playwright/test';
import { SHIPPING } from '../support/checkout.ts';
import { Database } from '../support/database.ts';
import { change, hold, letThrough } from '../support/network.ts';
import { expect, must, newEmail, test, theAdmin } from '../support/people.ts';
import { petPhoto } from '../support/pet-photo.ts';
import { addToCart, ADDRESS, CARDS, giveAddress, makeArtwork, pay, uploadPhoto } from '../support/steps.ts';
import { fileInput } from '../support/wizard.ts';

const generateCall = (page: Page) =>
  page.waitForRequest((request) => request.method() === 'POST' && new URL(request.url()).pathname === '/api/generate');

const keyOf = (request: Request): string | undefined => request.headers()['idempotency-key'];

async function expectAddress(page: Page): Promise<void> {
  for (const [label, value] of Object.entries(ADDRESS))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
}

test.describe('a purchase', () => {
  test('that is checked out three times at the same time makes one order', async ({ visitor, admin, shop }) => {
    await makeArtwork(visitor, await petPhoto('#d9d2c5'));
    await addToCart(visitor);
    const name = `Pat ${randomUUID()}`;
    const call = () =>
      must<{ orderNumber: string }>(
        visitor.request.post('/api/checkout/shipping', { headers: { origin: shop.url }, data: { ...SHIPPING, name } }),
      );
    const [first, second, third] = await Promise.all([call(), call(), call()]);
    expect([second.orderNumber, third.orderNumber]).toEqual([first.orderNumber, first.orderNumber]);

    await admin.goto('/admin?tab=orders');
    const orders = admin
      .getByRole('list', { name: /^Orders/ })
      .getByRole('listitem')
      .filter({ hasText: name });
    await expect(orders.getByRole('link', { name: /^PA-/ })).toHaveText([first.orderNumber]);
  });

  test('goes on after a reload in the middle of everything: it keeps the photo, the art, the cart and the address, and is drawn and paid once', async ({
    visitor: page,
    shop,
  }) => {
    const email = newEmail('guest');
    await test.step('the upload: the photo is asked for again', async () => {
      await page.goto('/create');
      await hold(page, 'POST /api/upload');
      await fileInput(page).setInputFiles(await petPhoto('#9b8571'));
      await expect(page.getByText('Uploading your photo…')).toBeVisible();
      await page.reload();
      await letThrough(page);
      await expect(page.getByText('Drag and drop your photo here')).toBeVisible();
      await uploadPhoto(page, await petPhoto('#9b8571'));
    });

    await test.step('the drawing: it is joined', async () => {
      await page.reload();
      await page.getByRole('radio', { name: /minimalistic/i }).click();
      await Database.during(shop, 'art', async (database) => {
        // Drawn it may be, but not kept.
        const release = await database.hold('LOCK TABLE images IN SHARE MODE');
        const asked = generateCall(page);
        await page.getByRole('button', { name: 'Generate Art' }).click();
        const key = keyOf(await asked);
        const drawings = () =>
          database.query(
            'SELECT idempotency_key AS key FROM ai_jobs WHERE owner_id = (SELECT owner_id FROM ai_jobs WHERE idempotency_key = $1)',
            [key],
          );
        await expect.poll(drawings).toEqual([{ key }]);
        const [again] = await Promise.all([generateCall(page), page.reload()]);
        expect(keyOf(again)).toBe(key);
        await expect(page.getByRole('heading', { name: 'Creating your artwork…' })).toBeVisible();
        await release();
        await page.waitForURL(/\/customize\?imageId=/, { timeout: 90_000 });
        expect(await drawings()).toEqual([{ key }]);
      });
    });

    await page.reload();
    await addToCart(page);
    await page.reload();
    await giveAddress(page);
    await page.reload();
    await expectAddress(page);

    await test.step('a payment that has not come to the provider: it is made again', async () => {
      await page.getByRole('button', { name: 'Continue to Payment' }).click();
      await hold(page, 'POST /api/sandbox/payments/confirm');
      const sent = page.waitForRequest('**/api/sandbox/payments/confirm');
      await pay(page, CARDS.good, email);
      await sent;
      await page.reload();
      await letThrough(page);
      await expectAddress(page);
      await page.getByRole('button', { name: 'Continue to Payment' }).click();
    });

    await test.step('a payment that is being confirmed', async () => {
      await change<object>(page, 'GET /api/checkout/orders/*', (placed) => ({ ...placed, state: 'open' }));
      await pay(page, CARDS.good, email);
      const confirming = page.getByRole('heading', { name: "We're confirming your payment…" });
      await expect(confirming).toBeVisible();
      await page.reload();
      await expect(confirming).toBeVisible();
      await letThrough(page);
      await expect(page.getByText('Thank you for your order!')).toBeVisible();
    });

    // Each try to pay gives the order this address.
    const orders = await must<{ orderNumber: string; email: string | null; paymentStatus: string }[]>(
      (await theAdmin(shop)).api.get('/api/admin/orders'),
    );
    const own = orders.filter((order) => order.email === email);
    expect(own).toMatchObject([{ paymentStatus: 'paid' }]);
    await expect(page.getByText(`Your order number is ${own[0]?.orderNumber}.`)).toBeVisible();
  });
});
