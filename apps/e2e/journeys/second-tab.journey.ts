import type { Page } from '@playwright/test';
import {
  box,
  completeButton,
  continueButton,
  fillAddress,
  fillCard,
  openPayment,
  totalOf,
} from '../support/checkout.ts';
import { watchCalls } from '../support/network.ts';
import { expect, fillCart, test, type SoldProduct } from '../support/screens.ts';
import { CARDS } from '../support/steps.ts';

const GUEST = 'guest@example.com';

/** Its print file is made soon, too. */
const otherTag = (catalogue: SoldProduct[], { id }: SoldProduct): SoldProduct =>
  catalogue.find((product) => product.category === 'pet-tag' && product.id !== id)!;

const changed = (page: Page) => page.getByRole('alert').filter({ hasText: 'Your order was changed in another tab' });
const thanks = (page: Page) => page.getByRole('heading', { name: 'Thank you for your order!' });

test('an order that a second tab has changed is told before it is paid, and paid knowingly with one press', async ({
  artist: first,
  drawing,
  tag,
  catalogue,
}) => {
  await openPayment(first, drawing, [{ product: tag }]);
  await fillCard(first, CARDS.good, GUEST);
  const shown = await totalOf(first);

  const second = await first.context().newPage();
  const added = otherTag(catalogue, tag);
  await fillCart(second.request, drawing, [{ product: added }]);
  await second.goto('/checkout');
  await fillAddress(second);
  await continueButton(second).click();
  await expect(completeButton(second)).toBeVisible();
  const total = await totalOf(second);
  expect(total).not.toBe(shown);

  // The first tab still shows what it showed; that is not to be had any more, and the dearer order is not charged in silence.
  expect(await totalOf(first)).toBe(shown);
  const calls = watchCalls(first);
  await completeButton(first).click();
  await expect(changed(first)).toContainText(total);
  await expect(changed(first)).toBeFocused();
  expect(await totalOf(first)).toBe(total);
  await expect(first.getByRole('main').getByText(added.title)).toBeVisible();
  await expect(box(first, 'Card number')).toHaveValue(CARDS.good);
  expect(calls.of('POST /api/sandbox/payments/confirm')).toEqual([]);

  await completeButton(first).click();
  await expect(thanks(first)).toBeVisible();
  await expect(first.getByRole('main').getByText(total).first()).toBeVisible();

  // In the other tab there is nothing left to pay: it hears so by itself.
  await expect(thanks(second)).toBeVisible();
  const cart = (await (await first.request.get('/api/cart')).json()) as { itemCount: number };
  expect(cart.itemCount).toBe(0);
});

test('the tab that looked last pays what it shows; the older one is told once more', async ({
  artist: first,
  drawing,
  tag,
  catalogue,
}) => {
  await openPayment(first, drawing, [{ product: tag }]);
  await fillCard(first, CARDS.challenged, GUEST);
  await completeButton(first).click();
  const bank = first.getByRole('alertdialog', { name: 'Confirm this payment' });
  await expect(bank).toBeVisible();

  const second = await first.context().newPage();
  await openPayment(second, drawing, [{ product: otherTag(catalogue, tag) }]);
  // What the bank asked about is not the order any more.
  await bank.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(changed(first)).toContainText(await totalOf(second));

  await fillCard(second, CARDS.good, GUEST);
  await completeButton(second).click();
  await expect(thanks(second)).toBeVisible();
});
