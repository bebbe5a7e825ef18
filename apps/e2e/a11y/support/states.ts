import { expect, type Locator, type Page } from '@playwright/test';
import { delayCall, failCall, type CallName } from '../../support/network.ts';
import { inspect } from './inspect.ts';

/** A list with its API call and the element that shows the loaded list. */
interface List {
  address: string;
  call: CallName;
  filled: (page: Page) => Locator;
}

/** Inspects a list while it loads, filled, and when it can't be loaded. */
export async function inspectList(page: Page, { address, call, filled }: List): Promise<void> {
  const release = await delayCall(page, call);
  await page.goto(address);
  await expect(page.locator('main [data-skeleton]').first()).toBeVisible();
  await inspect(page, `${address} loading`);
  release();
  await expect(filled(page).first()).toBeVisible();
  await inspect(page, `${address} filled`);
  await failCall(page, call, 403, 'This is unavailable right now.');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  await inspect(page, `${address} failed`);
}

/** Inspects a toast; it stays while the focus is in its region. */
export async function inspectToast(page: Page, title: string): Promise<void> {
  await expect(page.locator('[data-toast]').filter({ hasText: title })).toBeVisible();
  await page.keyboard.press('F8');
  await inspect(page, `the toast "${title}"`);
}
