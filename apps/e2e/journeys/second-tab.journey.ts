import type { Page } from '@playwright/test';
import { openPayment } from '../support/checkout.ts';
import { watchCalls } from '../support/network.ts';
import { CONFIRM } from '../support/sandbox.ts';
import { textbox, CARDS, completeButton, fillCard, thankYouHeading, readTotal } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

const GUEST = 'guest@example.com';

const changed = (page: Page) => page.getByRole('alert').filter({ hasText: 'Your order was changed in another tab' });

test('an order that a second tab has changed is shown before the payment, and then paid with one click', async ({
  guestWithDesign: first,
  guestDesign,
  tag,
  catalogue,
}) => {
  await openPayment(first, guestDesign, [{ product: tag }]);
  await fillCard(first, CARDS.good, GUEST);
  const shown = await readTotal(first);

  const second = await first.context().newPage();
  const added = catalogue.find(({ category, id }) => category === 'pet-tag' && id !== tag.id)!;
  await openPayment(second, guestDesign, [{ product: added }]);
  const total = await readTotal(second);
  expect(total).not.toBe(shown);

  // The first tab shows the old total and must not charge the new one.
  expect(await readTotal(first)).toBe(shown);
  const calls = watchCalls(first);
  await completeButton(first).click();
  await expect(changed(first)).toContainText(total);
  await expect(changed(first)).toBeFocused();
  expect(await readTotal(first)).toBe(total);
  await expect(first.getByRole('main').getByText(added.title)).toBeVisible();
  await expect(textbox(first, 'Card number')).toHaveValue(CARDS.good);
  expect(calls.of(CONFIRM)).toEqual([]);

  await completeButton(first).click();
  await expect(thankYouHeading(first)).toBeVisible();
  await expect(first.getByRole('main').getByText(total).first()).toBeVisible();

  // The event stream tells the other tab that the order is paid. Without an email it has no secret, so it shows the order.
  await expect(second.getByRole('heading', { level: 2, name: /^Paid, can be changed until/ })).toBeVisible();
  const cart = (await (await first.request.get('/api/cart')).json()) as { itemCount: number };
  expect(cart.itemCount).toBe(0);
});
