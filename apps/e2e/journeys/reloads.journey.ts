import type { Page, Request } from '@playwright/test';
import { Database } from '../support/database.ts';
import { changeAnswer, delayCall, restoreCalls } from '../support/network.ts';
import { readAnswer, createEmail } from '../support/accounts.ts';
import { CONFIRM } from '../support/sandbox.ts';
import { petPhoto } from '../support/pet-photo.ts';
import {
  addToCart,
  textbox,
  CARDS,
  continueButton,
  fillAddress,
  LABELS,
  pay,
  SHIPPING,
  thankYouHeading,
  uploadPhoto,
} from '../support/steps.ts';
import { expect, test } from '../support/test.ts';
import { fileInput } from '../support/wizard.ts';

const generateCall = (page: Page) =>
  page.waitForRequest((request) => request.method() === 'POST' && new URL(request.url()).pathname === '/api/generate');

const getIdempotencyKey = (request: Request): string | undefined => request.headers()['idempotency-key'];

async function expectAddress(page: Page): Promise<void> {
  for (const [name, label] of Object.entries(LABELS))
    await expect(textbox(page, label)).toHaveValue(SHIPPING[name as keyof typeof LABELS]);
}

test('a purchase survives reloads: photo, artwork, cart and address stay, and generation and payment happen once', async ({
  anonymousPage: page,
  shop,
  adminApi,
}) => {
  const email = createEmail('guest');
  await test.step('during the upload: the photo must be chosen again', async () => {
    await page.goto('/create');
    await delayCall(page, 'POST /api/upload');
    await fileInput(page).setInputFiles(await petPhoto('#9b8571'));
    await expect(page.getByText('Uploading your photo…')).toBeVisible();
    await page.reload();
    await restoreCalls(page);
    await expect(page.getByText('Drag and drop your photo here')).toBeVisible();
    await uploadPhoto(page, await petPhoto('#9b8571'));
  });

  await test.step('during the generation: the page joins it', async () => {
    await page.reload();
    await page.getByRole('radio', { name: /minimalistic/i }).click();
    await Database.withDatabase(shop, 'art', async (database) => {
      // The artwork can be rendered, but not stored.
      const release = await database.lock('LOCK TABLE images IN SHARE MODE');
      const asked = generateCall(page);
      await page.getByRole('button', { name: 'Generate Art' }).click();
      const key = getIdempotencyKey(await asked);
      const jobs = () =>
        database.query(
          'SELECT idempotency_key AS key FROM ai_jobs WHERE owner_id = (SELECT owner_id FROM ai_jobs WHERE idempotency_key = $1)',
          [key],
        );
      await expect.poll(jobs).toEqual([{ key }]);
      const [again] = await Promise.all([generateCall(page), page.reload()]);
      expect(getIdempotencyKey(again)).toBe(key);
      await expect(page.getByRole('heading', { name: 'Creating your artwork…' })).toBeVisible();
      await release();
      await page.waitForURL(/\/customize\?imageId=/, { timeout: 90_000 });
      expect(await jobs()).toEqual([{ key }]);
    });
  });

  await page.reload();
  await addToCart(page);
  await page.reload();
  await fillAddress(page);
  await page.reload();
  await expectAddress(page);

  await test.step('a payment that did not reach the provider is repeated', async () => {
    await continueButton(page).click();
    await delayCall(page, CONFIRM);
    const sent = page.waitForRequest('**/sandbox/v1/payment_intents/*/confirm');
    await pay(page, CARDS.good, email);
    await sent;
    await page.reload();
    await restoreCalls(page);
    await expectAddress(page);
    await continueButton(page).click();
  });

  await test.step('during the confirmation of a payment', async () => {
    await changeAnswer<object>(page, 'GET /api/checkout/orders/*', (placed) => ({ ...placed, state: 'open' }));
    await pay(page, CARDS.good, email);
    const confirming = page.getByRole('heading', { name: "We're confirming your payment…" });
    await expect(confirming).toBeVisible();
    await page.reload();
    await expect(confirming).toBeVisible();
    await restoreCalls(page);
    await expect(thankYouHeading(page)).toBeVisible();
  });

  const orders = await readAnswer<{ orderNumber: string; email: string | null; paymentStatus: string }[]>(
    adminApi.get('/api/admin/orders'),
  );
  const own = orders.filter((order) => order.email === email);
  expect(own).toMatchObject([{ paymentStatus: 'paid' }]);
  await expect(page.getByText(`Your order number is ${own[0]?.orderNumber}.`)).toBeVisible();
});
