import { openPayment, payByApi, placeOrder } from '../support/checkout.ts';
import { fillCart } from '../support/designs.ts';
import { readAnswer } from '../support/accounts.ts';
import { changeAnswer, delayCall, failCall } from '../support/network.ts';
import { CARDS, completeButton, continueButton, fillCard, fillAddress, SHIPPING, textbox } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';
import { inspect } from './support/inspect.ts';
import { inspectToast } from './support/states.ts';

interface ShownCart {
  items: { available: boolean }[];
}

const GUEST = 'guest@example.com';

test.describe('cart, checkout and payment are accessible', () => {
  test('/cart', async ({ guestWithDesign: page, guestDesign, tee, tag }) => {
    await page.goto('/cart');
    await expect(page.getByText('Your cart is empty')).toBeVisible();
    await inspect(page, '/cart empty');
    await fillCart(page.request, guestDesign, [
      { product: tee, selections: { size: '2XL', color: 'Black' }, quantity: 12 },
      { product: tag, selections: {} },
    ]);
    await changeAnswer<ShownCart>(page, 'GET /api/cart', (cart) => ({
      ...cart,
      items: cart.items.map((item, index) => ({ ...item, available: index > 0 })),
    }));
    const release = await delayCall(page, 'GET /api/cart');
    await page.reload();
    await expect(page.locator('main [data-skeleton]').first()).toBeVisible();
    await inspect(page, '/cart loading');
    release();
    await expect(page.getByText('No longer available')).toBeVisible();
    await inspect(page, '/cart with a line that is gone');
    await failCall(page, 'DELETE /api/cart/*', 503, 'Not now.');
    await page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    await inspectToast(page, 'Remove failed');
    await failCall(page, 'GET /api/cart', 503, 'Your cart is unavailable right now.');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    await inspect(page, '/cart failed');
  });
  test('/checkout', async ({ guestWithDesign: page, guestDesign, tee, tag }) => {
    await fillCart(page.request, guestDesign, [
      { product: tee, selections: { size: 'M', color: 'White' } },
      { product: tag, quantity: 3 },
    ]);
    const release = await delayCall(page, 'GET /api/cart');
    await page.goto('/checkout');
    await expect(page.locator('main [data-skeleton]').first()).toBeVisible();
    await inspect(page, '/checkout loading');
    release();
    await continueButton(page).click();
    await expect(page.getByText('Name is required')).toBeVisible();
    await inspect(page, '/checkout, an address with errors');
    await fillAddress(page);
    await inspectToast(page, 'Shipping confirmed');
    await textbox(page, 'Email').fill(GUEST);
    await completeButton(page).click();
    await expect(page.getByText('Your card number is incomplete.').first()).toBeVisible();
    await inspect(page, '/checkout, a card with errors');
  });

  test('/order-complete', async ({ guestWithDesign: page, guestDesign, tee }) => {
    await fillCart(page.request, guestDesign, [
      { product: tee, selections: { size: 'M', color: 'White' }, quantity: 2 },
    ]);
    const order = await placeOrder(page.request, 'guest@example.com');
    const address = (status: string): string =>
      `/order-complete?payment_intent=${order.intentId}&payment_intent_client_secret=${order.clientSecret}&redirect_status=${status}`;
    await page.goto(address('processing'));
    await expect(page.getByText("We're confirming your payment…")).toBeVisible();
    await inspect(page, 'an order whose payment is open');
    await page.goto(address('failed'));
    await expect(page.getByText("Your payment didn't go through")).toBeVisible();
    await inspect(page, 'an order that was not paid');
    await payByApi(page.request, order);
    await page.goto(address('succeeded'));
    await expect(page.getByText('Thank you for your order!')).toBeVisible();
    await inspect(page, 'an order that is paid');
    await page.goto('/order-complete?payment_intent=pi_none&redirect_status=succeeded');
    await expect(page.getByText("We couldn't find that order")).toBeVisible();
    await inspect(page, 'an order that is not there');
  });

  test('a payment that the customer refuses at the bank', async ({ guestWithDesign: page, guestDesign, tag }) => {
    await openPayment(page, guestDesign, [{ product: tag }]);
    await fillCard(page, CARDS.challenged, GUEST);
    await completeButton(page).click();
    const bank = page.getByRole('alertdialog', { name: 'Confirm this payment' });
    await expect(bank.getByText('•••• 3155')).toBeVisible();
    await inspect(page, 'the bank asks');
    await bank.getByRole('button', { name: 'Fail authentication' }).click();
    await inspectToast(page, 'Payment Failed');
  });

  test('an order that was changed in another tab', async ({ guestWithDesign: page, guestDesign, tag }) => {
    await openPayment(page, guestDesign, [{ product: tag }]);
    await fillCard(page, CARDS.good, GUEST);
    const { items } = await readAnswer<{ items: { id: string }[] }>(page.request.get('/api/cart'));
    await readAnswer(page.request.patch(`/api/cart/${items[0]?.id}`, { data: { quantity: 2 } }));
    await readAnswer(page.request.post('/api/checkout/shipping', { data: SHIPPING }));
    await completeButton(page).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Your order was changed in another tab' })).toBeVisible();
    await inspect(page, 'an order that was changed in another tab');
  });
});
