import type { Page } from '@playwright/test';
import {
  box,
  completeButton,
  continueButton,
  fillCard,
  openCheckout,
  openPayment,
  sumOf,
} from '../support/checkout.ts';
import { hold, refuse, watchCalls } from '../support/network.ts';
import { CARDS } from '../support/steps.ts';
import {
  draw,
  expect,
  expectFailure,
  fillCart,
  oneArtistPage,
  registerByCall,
  test,
  type Drawing,
  type SoldProduct,
} from '../support/screens.ts';

const GUEST = 'guest@example.com';
const processing = (page: Page) => page.getByRole('button', { name: 'Processing...', exact: true });

const payable = (page: Page, drawing: Drawing, product: SoldProduct): Promise<void> =>
  openPayment(page, drawing, [{ product }]);

async function pay(page: Page, card: string): Promise<void> {
  await fillCard(page, card, GUEST);
  await completeButton(page).click();
}

test.describe('/checkout', () => {
  test.describe('the payment step', () => {
    const page = oneArtistPage((opened, { drawing, tag }) => payable(opened, drawing, tag));

    test(
      'a Payment section appears with the payment provider’s payment form',
      { tag: ['@2', '@4', '@D25'] },
      async () => {
        await expect(page().getByRole('heading', { name: 'Payment', exact: true })).toBeVisible();
        for (const label of ['Card number', 'Expiry', 'CVC']) await expect(box(page(), label)).toBeEnabled();
      },
    );

    test(
      'Without Stripe’s keys: a sandbox, which announces itself on the page',
      { tag: ['@D25', '@D44'] },
      async () => {
        await expect(
          page().getByText('This is a payment sandbox. No real card is charged: please use a test card.', {
            exact: true,
          }),
        ).toBeVisible();
        const config = await page().request.get('/api/checkout/config');
        expect(await config.json()).toEqual({ provider: 'sandbox', publishableKey: null });
      },
    );

    test(
      'A guest’s e-mail is asked for in the payment step and is required: "Invalid email address"',
      { tag: ['@D13b', '@D44'] },
      async () => {
        const calls = watchCalls(page());
        await fillCard(page(), CARDS.good);
        for (const email of ['', 'no address']) {
          await box(page(), 'Email').fill(email);
          await completeButton(page()).click();
          await expect(page().getByRole('main').getByRole('alert')).toHaveText(['Invalid email address']);
        }
        expect(calls.names()).toEqual([]);
      },
    );
  });

  test(
    'The Payment section is not there before the shipping is confirmed',
    { tag: '@2' },
    async ({ artist, drawing, tag }) => {
      await openCheckout(artist, drawing, [{ product: tag }]);
      await expect(artist.getByRole('heading', { name: 'Shipping Information', exact: true })).toBeVisible();
      await expect(artist.getByRole('heading', { name: 'Payment', exact: true })).toHaveCount(0);
      await expect(box(artist, 'Email')).toHaveCount(0);
      await expect(box(artist, 'Card number')).toHaveCount(0);
    },
  );

  test(
    'a Complete Order button (reads Processing... while submitting)',
    { tag: ['@2', '@4'] },
    async ({ artist, drawing, tag }) => {
      await payable(artist, drawing, tag);
      await expect(completeButton(artist)).toBeEnabled();
      const release = await hold(artist, 'POST /api/sandbox/payments/confirm');
      await pay(artist, CARDS.good);
      await expect(processing(artist)).toBeDisabled();
      await expect(completeButton(artist)).toHaveCount(0);
      release();
      await expect(artist).toHaveURL(/\/order-complete\?/);
    },
  );

  test(
    'On success the provider redirects to /order-complete',
    { tag: ['@4', '@7'] },
    async ({ artist, drawing, tag }) => {
      await payable(artist, drawing, tag);
      await pay(artist, CARDS.good);
      await expect(artist).toHaveURL(/\/order-complete\?payment_intent=[^&]+$/);
      await expect(artist.getByRole('heading', { name: 'Thank you for your order!' })).toBeVisible();
    },
  );

  for (const [number, sentence] of [
    [CARDS.declined, 'Your card was declined.'],
    [CARDS.poor, 'Your card has insufficient funds.'],
  ] as const) {
    test(
      `Payment failure: Payment Failed, the provider’s message (${number} "${sentence}"), and the processing flag resets`,
      { tag: ['@4', '@8', '@D25'] },
      async ({ artist, drawing, tag }) => {
        await payable(artist, drawing, tag);
        const release = await hold(artist, 'POST /api/sandbox/payments/confirm');
        await pay(artist, number);
        await expect(processing(artist)).toBeDisabled();
        release();
        await expectFailure(artist, 'Payment Failed', sentence);
        await expect(completeButton(artist)).toBeEnabled();
        expect(new URL(artist.url()).pathname).toBe('/checkout');
      },
    );
  }

  test('a payment is not tried again by itself', { tag: '@7' }, async ({ artist, drawing, tag }) => {
    await payable(artist, drawing, tag);
    await refuse(
      artist,
      'POST /api/sandbox/payments/confirm',
      503,
      'Payments are unavailable right now. Please try again in a moment.',
    );
    const calls = watchCalls(artist);
    await pay(artist, CARDS.good);
    await expectFailure(artist, 'Payment Failed', 'Payments are unavailable right now. Please try again in a moment.');
    await expect(completeButton(artist)).toBeEnabled();
    expect(calls.of('POST /api/sandbox/payments/confirm')).toHaveLength(1);
  });

  test(
    'A guest’s e-mail is kept on the order; GET /api/admin/orders carries it',
    { tag: ['@D13b', '@D44'] },
    async ({ artist, drawing, office, tag }) => {
      const calls = watchCalls(artist);
      await payable(artist, drawing, tag);
      const { orderNumber } = (await (await calls.of('POST /api/checkout/shipping')[0]?.response())?.json()) as {
        orderNumber: string;
      };
      await pay(artist, CARDS.good);
      await expect(artist.getByText(orderNumber)).toBeVisible();
      const orders = (await (await office.get('/api/admin/orders')).json()) as { orderNumber: string; email: string }[];
      expect(orders.find((order) => order.orderNumber === orderNumber)?.email).toBe(GUEST);
    },
  );

  test(
    'for a signed-in customer it is the account’s',
    { tag: '@D13b' },
    async ({ member, memberDrawing, office, tag }) => {
      const calls = watchCalls(member);
      await payable(member, memberDrawing, tag);
      await expect(box(member, 'Card number')).toBeVisible();
      await expect(box(member, 'Email')).toHaveCount(0);
      const { orderNumber } = (await (await calls.of('POST /api/checkout/shipping')[0]?.response())?.json()) as {
        orderNumber: string;
      };
      const orders = (await (await office.get('/api/admin/orders')).json()) as { orderNumber: string; email: string }[];
      expect(orders.find((order) => order.orderNumber === orderNumber)?.email).toBe(memberDrawing.email);
    },
  );

  test(
    'The cart is emptied when the order is paid, not before, and only of what was paid for',
    { tag: '@D23' },
    async ({ artist, drawing, tag, tee }) => {
      await payable(artist, drawing, tag);
      await fillCard(artist, CARDS.good, GUEST);
      await expect(artist.locator('[data-cart-count]')).toHaveText('1');
      await fillCart(artist.request, drawing, [{ product: tee }]);
      await completeButton(artist).click();
      await expect(artist.getByRole('heading', { name: 'Thank you for your order!' })).toBeVisible();
      await expect(artist.getByRole('main').getByText(tag.title)).toBeVisible();
      await expect(artist.getByRole('main').getByText(tee.title)).toHaveCount(0);
      await artist.goto('/cart');
      await expect(artist.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
        tee.title,
        'Order Summary',
      ]);
    },
  );

  test(
    'Signing in during checkout takes the guest’s cart along and carries the open order over to the account',
    { tag: ['@D13', '@D40'] },
    async ({ passerby, tag }) => {
      const drawing = await draw(passerby.request);
      const calls = watchCalls(passerby);
      await payable(passerby, drawing, tag);
      const { orderNumber, clientSecret } = (await (
        await calls.of('POST /api/checkout/shipping')[0]?.response()
      )?.json()) as { orderNumber: string; clientSecret: string };
      await registerByCall(passerby);
      await passerby.goto('/checkout');
      await expect(passerby.locator('[data-cart-count]')).toHaveText('1');
      await expect(sumOf(passerby, 'Subtotal')).toHaveText(`$${tag.basePrice}`);
      await continueButton(passerby).click();
      await expect(box(passerby, 'Card number')).toBeVisible();
      await expect(box(passerby, 'Email')).toHaveCount(0);
      expect(await (await calls.of('POST /api/checkout/shipping')[1]?.response())?.json()).toMatchObject({
        orderNumber,
        clientSecret,
      });
      await fillCard(passerby, CARDS.good);
      await completeButton(passerby).click();
      await expect(passerby.getByText(orderNumber)).toBeVisible();
      await passerby.getByRole('link', { name: 'My Orders', exact: true }).click();
      await expect(passerby.getByText(orderNumber)).toBeVisible();
    },
  );
});
