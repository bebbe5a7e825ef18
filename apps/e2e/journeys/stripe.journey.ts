import type { Page } from '@playwright/test';
import { addOneMore, box, completeButton, openPayment, SHIPPING, totalOf } from '../support/checkout.ts';
import { draw, expect, posted, test as inShop, type SoldProduct } from '../support/screens.ts';
import { duringShop, SHOP_START } from '../support/shop.ts';
import { signed, standInForStripe, StripeApi } from '../support/stripe.ts';

const SECRET = 'whsec_of_the_journey';
const KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_journey',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_journey',
  STRIPE_WEBHOOK_SECRET: SECRET,
};

/** A shop of its own that takes money by Stripe, whose API is a server beside it. */
const test = inShop.extend<object, { stripe: StripeApi }>({
  stripe: [
    async ({ browserName: _ }, use) => {
      const stripe = new StripeApi();
      await use(stripe);
      await stripe.stop();
    },
    { scope: 'worker' },
  ],
  shop: [async ({ stripe }, use) => duringShop(use, { ...KEYS, STRIPE_API_HOST: await stripe.start() }), SHOP_START],
});

/** As far as the payment step. */
async function toPayment(page: Page): Promise<void> {
  const drawing = await draw(page.request);
  const [product] = (await (await page.request.get('/api/products')).json()) as SoldProduct[];
  await openPayment(page, drawing, product ? [{ product }] : []);
}

test('a guest pays by Stripe in either theme, by a double click once, is led to the order, and the signed webhook pays it', async ({
  visitor: page,
  shop,
  stripe,
}) => {
  await standInForStripe(page, (id) => stripe.change(id, { status: 'processing' }));
  await toPayment(page);
  await expect(page.frameLocator('iframe[title="Secure payment input frame"]').getByText('Card number')).toBeVisible();
  const ground = () => page.evaluate<string>('window.stripeForm.looks.at(-1).variables.colorBackground');
  expect(await ground()).toBe('#fff');
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect.poll(ground).toBe('#251a2a');

  await completeButton(page).click();
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await box(page, 'Email').fill('guest@example.com');
  const sent = { prepared: 0, confirmed: 0 };
  page.on('request', (request) => {
    if (request.url().endsWith('/api/checkout/payment')) sent.prepared += 1;
    if (request.url().startsWith('https://api.stripe.com/')) sent.confirmed += 1;
  });
  await completeButton(page).dblclick();
  await expect(page.getByText("We're confirming your payment…")).toBeVisible();
  expect(sent).toEqual({ prepared: 1, confirmed: 1 });
  await expect(page).toHaveURL(/\/order-complete\?payment_intent=pi_[0-9a-f]+$/);

  const id = new URL(page.url()).searchParams.get('payment_intent') ?? '';
  const open = stripe.change(id, {});
  const object = { ...open, status: 'succeeded', amount_received: open.amount };
  // Not as JSON.stringify would write it: whatever reads and writes the body on its way breaks the signature.
  const payload = JSON.stringify(
    {
      id: 'evt_journey',
      object: 'event',
      created: Math.floor(Date.now() / 1000),
      type: 'payment_intent.succeeded',
      data: { object },
    },
    null,
    2,
  );
  const send = (secret: string) =>
    fetch(`${shop.url}/api/webhooks/stripe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signed(secret, payload) },
      body: payload,
    });
  expect((await send('whsec_of_somebody_else')).status).toBe(400);
  expect((await send(SECRET)).status).toBe(200);
  await expect(page.getByRole('heading', { name: 'Thank you for your order!' })).toBeVisible();
});

test('a decline is told in Stripe’s words, and the next try is open', async ({ visitor: page }) => {
  await standInForStripe(page, () => ({ error: { type: 'card_error', message: 'Your card was declined.' } }));
  await toPayment(page);
  await box(page, 'Email').fill('guest@example.com');
  await completeButton(page).click();
  await expect(page.getByText('Your card was declined.').first()).toBeVisible();
  await expect(completeButton(page)).toBeEnabled();
});

test('an order that a second tab has changed is not paid at the old amount: the form stays, and pays the new one', async ({
  visitor: page,
  stripe,
}) => {
  await standInForStripe(page, (id) => stripe.change(id, { status: 'processing' }));
  await toPayment(page);
  const before = await totalOf(page);
  await page.frameLocator('iframe[title="Secure payment input frame"]').getByText('Card number').waitFor();
  await box(page, 'Email').fill('guest@example.com');
  await addOneMore(page.request);
  await posted(page.request, '/api/checkout/shipping', SHIPPING);

  await completeButton(page).click();
  const changed = page.getByRole('alert').filter({ hasText: 'Your order was changed in another tab' });
  await expect(changed).toBeVisible();
  expect(await totalOf(page)).not.toBe(before);
  await expect(changed).toContainText(await totalOf(page));
  expect(await page.evaluate<number>('window.stripeForm.amount')).toBe(
    Number((await totalOf(page)).replace(/\D/g, '')),
  );
  await expect(box(page, 'Email')).toHaveValue('guest@example.com');
  const total = await totalOf(page);
  await completeButton(page).click();
  await expect(page.getByText("We're confirming your payment…")).toBeVisible();
  const { amount } = stripe.change(new URL(page.url()).searchParams.get('payment_intent') ?? '', {});
  expect(`$${(amount / 100).toFixed(2)}`).toBe(total);
});
