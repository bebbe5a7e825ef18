import type { Page } from '@playwright/test';
import {
  completeButton,
  continueButton,
  fillAddress,
  fillCard,
  openCheckout,
  openPayment,
} from '../support/checkout.ts';
import { watchCalls } from '../support/network.ts';
import { expect, expectFailure, test } from '../support/screens.ts';
import { CARDS } from '../support/steps.ts';

const GUEST = 'guest@example.com';
const SHIPPING = 'POST /api/checkout/shipping';
const CONFIRM = 'POST /api/sandbox/payments/confirm';
const CHALLENGE = 'POST /api/sandbox/payments/challenge';
const NOT_YOU =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

const thanks = (page: Page) => page.getByRole('heading', { name: 'Thank you for your order!' });
const bank = (page: Page) => page.getByRole('alertdialog', { name: 'Confirm this payment' });

test('a payment that the bank asks about, with every button of the checkout pressed twice, is one order', async ({
  artist,
  drawing,
  tag,
}) => {
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

test('a challenge that fails leaves the order to another card', async ({ artist, drawing, tag }) => {
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
