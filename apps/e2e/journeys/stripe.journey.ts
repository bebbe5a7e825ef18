import { openPayment } from '../support/checkout.ts';
import { readAnswer } from '../support/accounts.ts';
import { textbox, completeButton, SHIPPING, thankYouHeading, readTotal } from '../support/steps.ts';
import { signPayload, stubStripe, STRIPE_KEYS } from '../support/stripe.ts';
import { expect, test } from '../support/test.ts';

test('a guest is declined by Stripe, pays an order that a second tab has changed, and the signed webhook marks it as paid once', async ({
  guestWithDesign: page,
  guestDesign,
  tag,
  shop,
  stripe,
}) => {
  let isDeclined = true;
  await stubStripe(page, (id) =>
    isDeclined
      ? { error: { type: 'card_error', message: 'Your card was declined.' } }
      : stripe.changeIntent(id, { status: 'processing' }),
  );
  await openPayment(page, guestDesign, [{ product: tag }]);
  await expect(page.frameLocator('iframe[title="Secure payment input frame"]').getByText('Card number')).toBeVisible();
  await textbox(page, 'Email').fill('guest@example.com');
  await completeButton(page).click();
  await expect(page.getByText('Your card was declined.').first()).toBeVisible();
  isDeclined = false;

  const before = await readTotal(page);
  const { items } = await readAnswer<{ items: { id: string }[] }>(page.request.get('/api/cart'));
  await readAnswer(page.request.patch(`/api/cart/${items[0]?.id}`, { data: { quantity: 2 } }));
  await readAnswer(page.request.post('/api/checkout/shipping', { data: SHIPPING }));
  await completeButton(page).click();
  const changed = page.getByRole('alert').filter({ hasText: 'Your order was changed in another tab' });
  await expect(changed).toBeVisible();
  const total = await readTotal(page);
  expect(total).not.toBe(before);
  await expect(changed).toContainText(total);

  const sent = { prepared: 0, confirmed: 0 };
  page.on('request', (request) => {
    if (request.url().endsWith('/api/checkout/payment')) sent.prepared += 1;
    if (request.url().startsWith('https://api.stripe.com/')) sent.confirmed += 1;
  });
  await completeButton(page).dblclick();
  await expect(page.getByText("We're confirming your payment…")).toBeVisible();
  expect(sent).toEqual({ prepared: 1, confirmed: 1 });
  await expect(page).toHaveURL(/\/order-complete\?payment_intent=pi_[0-9a-f]+$/);

  const open = stripe.changeIntent(new URL(page.url()).searchParams.get('payment_intent') ?? '', {});
  expect(`$${(open.amount / 100).toFixed(2)}`).toBe(total);
  const event = {
    id: 'evt_journey',
    object: 'event',
    created: Math.floor(Date.now() / 1000),
    type: 'payment_intent.succeeded',
    data: { object: { ...open, status: 'succeeded', amount_received: open.amount } },
  };
  // Indented, so that parsing and serialising the body on its way would break the signature.
  const payload = JSON.stringify(event, null, 2);
  const send = (secret: string) =>
    fetch(`${shop.url}/api/webhooks/stripe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signPayload(secret, payload) },
      body: payload,
    });
  expect((await send('whsec_of_somebody_else')).status).toBe(400);
  expect((await send(STRIPE_KEYS.STRIPE_WEBHOOK_SECRET)).status).toBe(200);
  await expect(thankYouHeading(page)).toBeVisible();
});
