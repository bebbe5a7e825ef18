import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startStack, type Stack } from '@shop/tools/stack';
import getPort from 'get-port';
import { completeButton, continueButton, fillAddress, fillCard, openCheckout, openPayment } from '../support/checkout.ts';
import { watchCalls } from '../support/network.ts';
import { draw, expect, expectFailure, posted, test as inShop, type SoldProduct } from '../support/screens.ts';
import { CARDS } from '../support/steps.ts';

const GUEST = 'guest@example.com';
const SHIPPING = 'POST /api/checkout/shipping';
const CONFIRM = 'POST /api/sandbox/payments/confirm';
const CHALLENGE = 'POST /api/sandbox/payments/challenge';
const NOT_YOU = 'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

const thanks = (page: Page) => page.getByRole('heading', { name: 'Thank you for your order!' });
const bank = (page: Page) => page.getByRole('alertdialog', { name: 'Confirm this payment' });

inShop('a payment that the bank asks about, with every button of the checkout pressed twice, is one order', async ({ artist, drawing, tag }) => {
  await openCheckout(artist, drawing, [{ product: tag }]);
  const calls = watchCalls(artist);
  await fillAddress(artist);
  await continueButton(artist).dblclick();
  await fillCard(artist, CARDS.challenged, GUEST);
  await completeButton(artist).dblclick();
  await expect(bank(artist).getByText('•••• 3155')).toBeVisible();
  await bank(artist).getByRole('button', { name: 'Complete', exact: true }).dblclick();
  await expect(thanks(artist)).toBeVisible();
  for (const call of [SHIPPING, CONFIRM, CHALLENGE] as const) expect(calls.of(call), call).toHaveLength(1);

  // Back, to what has been paid: there is nothing to pay twice.
  await artist.goBack();
  await expect(artist).toHaveURL('/checkout');
  await expect(artist.getByText('Your cart is empty')).toBeVisible();
  await expect(continueButton(artist)).toHaveCount(0);
  await artist.goForward();
  await expect(thanks(artist)).toBeVisible();
});

inShop('a challenge that fails leaves the order to another card', async ({ artist, drawing, tag }) => {
  const calls = watchCalls(artist);
  await openPayment(artist, drawing, [{ product: tag }]);
  const { orderNumber } = (await (await calls.of(SHIPPING)[0]?.response())?.json()) as { orderNumber: string };
  await fillCard(artist, CARDS.challenged, GUEST);
  await completeButton(artist).click();
  await expect(bank(artist)).toBeVisible();
  await artist.keyboard.press('Escape');
  await expectFailure(artist, 'Payment Failed', NOT_YOU);
  await expect(completeButton(artist)).toBeFocused();
  await fillCard(artist, CARDS.good);
  await completeButton(artist).click();
  await expect(thanks(artist)).toBeVisible();
  await expect(artist.getByText(orderNumber)).toBeVisible();
});

/** A shop of its own, whose payment provider tells it nothing. */
const inDeafShop = inShop.extend<object, { deaf: Stack }>({
  deaf: [
    async ({ browserName: _ }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'shop-deaf-'));
      const env = { RATE_LIMIT_ENABLED: 'false', SANDBOX_FAULTS: 'lost', PAYMENT_SWEEP_INTERVAL_MS: '1000' };
      const shop = await startStack({ dataDir, port: await getPort(), env, quiet: true, disposable: true });
      await use(shop);
      await shop.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

inDeafShop('where no webhook ever comes, the return page learns of the payment, and where the tab is closed, the sweep does', async ({ browser, playwright, deaf }) => {
  const context = await browser.newContext({ baseURL: deaf.url });
  const guest = await context.newPage();
  const drawing = await draw(guest.request);
  const [product] = (await (await guest.request.get('/api/products')).json()) as SoldProduct[];
  const lines = product ? [{ product }] : [];
  await openPayment(guest, drawing, lines);
  await fillCard(guest, CARDS.good, GUEST);
  await completeButton(guest).click();
  await expect(thanks(guest)).toBeVisible();

  const calls = watchCalls(guest);
  await openPayment(guest, drawing, lines);
  const { orderNumber } = (await (await calls.of(SHIPPING)[0]?.response())?.json()) as { orderNumber: string };
  await guest.route('**/api/checkout/orders/**', (route) => route.abort());
  await fillCard(guest, CARDS.good, GUEST);
  const taken = guest.waitForResponse('**/api/sandbox/payments/confirm');
  await completeButton(guest).click();
  expect((await taken).status()).toBe(200);
  await guest.close();

  const office = await playwright.request.newContext({ baseURL: deaf.url });
  await posted(office, '/api/login', { email: deaf.adminEmail, password: deaf.adminPassword });
  const paymentOf = async () => ((await (await office.get('/api/admin/orders')).json()) as { orderNumber: string; paymentStatus: string }[]).find((order) => order.orderNumber === orderNumber)?.paymentStatus;
  await expect.poll(paymentOf, { timeout: 30_000 }).toBe('paid');
  expect(((await (await context.request.get('/api/cart')).json()) as { itemCount: number }).itemCount).toBe(0);
  await office.dispose();
  await context.close();
});
