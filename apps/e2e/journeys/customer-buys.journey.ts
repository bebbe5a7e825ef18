import type { Page } from '@playwright/test';
import { watchCalls } from '../support/network.ts';
import { createEmail } from '../support/accounts.ts';
import { AUTHENTICATE, CONFIRM } from '../support/sandbox.ts';
import { petPhoto } from '../support/pet-photo.ts';
import {
  addToCart,
  textbox,
  CARDS,
  completeButton,
  fillCard,
  fillAddress,
  makeArtwork,
  register,
  readOrderNumber,
  signIn,
  thankYouHeading,
  readTotal,
} from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

async function figuresOf(adminPage: Page): Promise<{ orders: number; revenue: number }> {
  await adminPage.goto('/admin');
  const figure = async (name: string): Promise<number> => {
    const card = adminPage.getByRole('tabpanel').locator('.ui-card').filter({ hasText: name });
    return Number((await card.locator('p').innerText()).replace('$', ''));
  };
  return { orders: await figure('Total Orders'), revenue: await figure('Revenue') };
}

test('a guest who registers during the purchase keeps cart and artwork and confirms the payment at the bank; the admin sees order and payment', async ({
  anonymousPage: page,
  openPage,
  shop,
}) => {
  const adminPage = await openPage();
  await signIn(adminPage, shop.adminEmail, shop.adminPassword);
  const before = await figuresOf(adminPage);

  await makeArtwork(page, await petPhoto('#8a8f98'), /abstract/i);
  await addToCart(page);
  await register(page, createEmail());
  await page.goto('/cart');
  await fillAddress(page);
  await expect(textbox(page, 'Email')).toHaveCount(0);
  const total = await readTotal(page);

  const calls = watchCalls(page);
  await fillCard(page, CARDS.challenged);
  await completeButton(page).dblclick();
  const bank = page.getByRole('alertdialog', { name: 'Confirm this payment' });
  await bank.getByRole('button', { name: 'Complete', exact: true }).dblclick();
  await expect(thankYouHeading(page)).toBeVisible();
  for (const call of [CONFIRM, AUTHENTICATE] as const) expect.soft(calls.of(call), call).toHaveLength(1);
  const number = await readOrderNumber(page);

  await page.getByRole('link', { name: 'My Orders', exact: true }).click();
  await page.getByRole('link', { name: `View order ${number}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${number}`);
  await expect(page.getByRole('heading', { level: 2, name: /^Paid, can be changed until/ })).toBeVisible();
  expect.soft(await readTotal(page)).toBe(total);
  await page.goto('/designs');
  await expect(page.getByRole('heading', { name: 'abstract Style' })).toBeVisible();

  expect.soft(await figuresOf(adminPage)).toEqual({
    orders: before.orders + 1,
    revenue: expect.closeTo(before.revenue + Number(total.replace('$', '')), 2),
  });
  await adminPage.getByRole('tab', { name: 'Orders' }).click();
  await expect(adminPage.getByRole('link', { name: number })).toBeVisible();
});
