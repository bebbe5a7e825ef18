import {
  addOneMore,
  completeButton,
  continueButton,
  fillAddress,
  fillCard,
  openPayment,
  payByCall,
  placeOrder,
  SHIPPING,
} from '../support/checkout.ts';
import { answer, change, hold, refuse } from '../support/network.ts';
import { expect, test } from '../support/people.ts';
import { fillCart, posted } from '../support/screens.ts';
import { CARDS } from '../support/steps.ts';
import { standInForStripe } from '../support/stripe.ts';
import { inspect } from './support/inspect.ts';
import { inspectToast } from './support/states.ts';

interface ShownCart {
  items: { available: boolean }[];
}

const GUEST = 'guest@example.com';

test.describe('the checkout is accessible, whatever comes of it', () => {
  test('/checkout', async ({ artist: page, drawing, tee, tag }) => {
    await fillCart(page.request, drawing, [
      { product: tee, selections: { size: 'M', color: 'White' } },
      { product: tag, quantity: 3 },
    ]);
    const release = await hold(page, 'GET /api/cart');
    await page.goto('/checkout');
    await expect(page.locator('main [data-skeleton]').first()).toBeVisible();
    await inspect(page, '/checkout on its way');
    release();
    await continueButton(page).click();
    await expect(page.getByText('Name is required')).toBeVisible();
    await inspect(page, '/checkout, an address with errors');
    await fillAddress(page);
    await continueButton(page).click();
    await inspectToast(page, 'Shipping confirmed');
    await completeButton(page).click();
    await expect(page.getByText('Your card number is incomplete.')).toBeVisible();
    await inspect(page, '/checkout, a card with errors');
  });

  test('/order-complete', async ({ artist: page, drawing, tee }) => {
    await fillCart(page.request, drawing, [{ product: tee, selections: { size: 'M' }, quantity: 2 }]);
    const order = await placeOrder(page.request, 'guest@example.com');
    const address = (status: string): string =>
      `/order-complete?payment_intent=${order.intentId}&payment_intent_client_secret=${order.clientSecret}&redirect_status=${status}`;
    await page.goto(address('processing'));
    await expect(page.getByText("We're confirming your payment…")).toBeVisible();
    await inspect(page, 'an order whose payment is open');
    await page.goto(address('failed'));
    await expect(page.getByText("Your payment didn't go through")).toBeVisible();
    await inspect(page, 'an order that was not paid');
    expect(await payByCall(page.request, order)).toBe(200);
    await page.goto(address('succeeded'));
    await expect(page.getByText('Thank you for your order!')).toBeVisible();
    await inspect(page, 'an order that is paid');
    await page.goto('/order-complete?payment_intent=pi_none&redirect_status=succeeded');
    await expect(page.getByText("We couldn't find that order")).toBeVisible();
    await inspect(page, 'an order that is not there');
  });

  test('/checkout without a cart', async ({ artist: page, drawing, tag }) => {
    await page.goto('/checkout');
    await expect(page.getByText('Your cart is empty')).toBeVisible();
    await inspect(page, '/checkout, the cart empty');
    await fillCart(page.request, drawing, [{ product: tag }]);
    await refuse(page, 'GET /api/cart', 503, 'Your cart is unavailable right now.');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    await inspect(page, '/checkout not to be had');
  });

  test('/checkout with a line that is gone', async ({ artist: page, drawing, tee, tag }) => {
    await fillCart(page.request, drawing, [{ product: tee, selections: { size: 'M' } }, { product: tag }]);
    await change<ShownCart>(page, 'GET /api/cart', (cart) => ({
      ...cart,
      items: cart.items.map((item, index) => ({ ...item, available: index > 0 })),
    }));
    await refuse(
      page,
      'POST /api/checkout/shipping',
      409,
      'Some items are no longer available. Please review your cart.',
    );
    await page.goto('/checkout');
    await fillAddress(page);
    await inspect(page, '/checkout with a line that is gone');
    await continueButton(page).click();
    await inspectToast(page, 'Error');
  });

  test('the bank asks, and is told no', async ({ artist: page, drawing, tag }) => {
    await openPayment(page, drawing, [{ product: tag }]);
    await fillCard(page, CARDS.challenged, GUEST);
    await completeButton(page).click();
    const bank = page.getByRole('alertdialog', { name: 'Confirm this payment' });
    await expect(bank.getByText('•••• 3155')).toBeVisible();
    await inspect(page, 'the bank asks');
    await bank.getByRole('button', { name: 'Fail authentication' }).click();
    await inspectToast(page, 'Payment Failed');
  });

  test('an order that another tab has changed', async ({ artist: page, drawing, tag }) => {
    await openPayment(page, drawing, [{ product: tag }]);
    await fillCard(page, CARDS.good, GUEST);
    await addOneMore(page.request);
    await posted(page.request, '/api/checkout/shipping', SHIPPING);
    await completeButton(page).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Your order was changed in another tab' })).toBeVisible();
    await inspect(page, 'an order that another tab has changed');
  });

  test('/order-complete on its way, and not to be had', async ({ anonymous: page }) => {
    const release = await hold(page, 'GET /api/checkout/orders/*');
    await page.goto('/order-complete?payment_intent=pi_none&redirect_status=succeeded');
    await expect(page.getByText("We're confirming your payment…")).toBeVisible();
    await inspect(page, '/order-complete on its way');
    await refuse(page, 'GET /api/checkout/orders/*', 403, 'Orders are unavailable right now.');
    release();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    await inspect(page, '/order-complete not to be had');
  });

  test.describe('in a shop that takes money by Stripe', () => {
    // This shop's own policy does not let Stripe's script in.
    test.use({ bypassCSP: true });

    test('the form around the fields of Stripe', async ({ artistAlone: page, drawing, tag }) => {
      await answer(page, 'GET /api/checkout/config', { provider: 'stripe', publishableKey: 'pk_test_access' });
      await standInForStripe(page, () => ({ error: { type: 'card_error', message: 'Your card was declined.' } }));
      await openPayment(page, drawing, [{ product: tag }]);
      await expect(completeButton(page)).toBeEnabled();
      await completeButton(page).click();
      await expect(page.getByText('Invalid email address')).toBeVisible();
      await inspect(page, 'the form around the fields of Stripe');
    });
  });
});
