import { buyerWithAllStatuses } from '../support/orders.ts';
import { expect, test } from '../support/test.ts';
import { inspect } from './support/inspect.ts';

test('selected orders, and what is done with them, are accessible', async ({ adminPage: page, shop }) => {
  await buyerWithAllStatuses(shop);
  await page.goto('/admin?tab=orders');
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  const bar = page.getByRole('region', { name: 'Selected orders' });
  await expect(bar).toBeVisible();
  await inspect(page, 'the bar of selected orders');

  const dialog = page.getByRole('dialog');
  await bar.getByRole('button', { name: 'Start Processing' }).click();
  await dialog.getByRole('checkbox', { name: /all the same$/ }).check();
  await inspect(page, 'starting selected orders');
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'Print files' }).click();
  await expect(dialog.getByRole('link', { name: 'Download ZIP' })).toBeVisible();
  await inspect(page, 'print files of selected orders');
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'Packing slips' }).click();
  await expect(dialog.getByRole('link', { name: 'Download PDF' })).toBeVisible();
  await inspect(page, 'packing slips of selected orders');
});
