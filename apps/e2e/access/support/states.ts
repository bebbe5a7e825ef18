import { expect, type Locator, type Page } from '@playwright/test';
import { answer, hold, refuse, type CallName } from '../../support/network.ts';
import { test } from '../../support/people.ts';
import { inspect } from './inspect.ts';

/** What the browser asks for to show a list, and how it is seen that it has come. */
interface List {
  address: string;
  call: CallName;
  filled: (page: Page) => Locator;
  empty: string;
  /** An answer with nothing in it. */
  nothing?: unknown;
}

/** Looks over a list on its way, there, empty, and not to be had: two loads for the four. */
export async function inspectList(page: Page, { address, call, filled, empty, nothing = [] }: List): Promise<void> {
  const release = await hold(page, call);
  await page.goto(address);
  await expect(page.locator('main [data-skeleton]').first()).toBeVisible();
  await inspect(page, `${address} on its way`);
  release();
  await expect(filled(page).first()).toBeVisible();
  await inspect(page, `${address} filled`);
  await answer(page, call, nothing);
  await page.reload();
  await expect(page.getByText(empty, { exact: true })).toBeVisible();
  await inspect(page, `${address} empty`);
  await refuse(page, call, 403, 'This is not to be had right now.');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  await inspect(page, `${address} not to be had`);
}

/** Looks a toast over at both widths; while the focus is in its region, it stays. */
export async function inspectToast(page: Page, title: string): Promise<void> {
  await expect(page.locator('[data-toast]').filter({ hasText: title })).toBeVisible();
  await page.keyboard.press('F8');
  await inspect(page, `the toast "${title}"`);
}

/** A screen that needs nothing but its address. */
export function plainScreen(address: string, heading: string | RegExp): void {
  test(address, async ({ anonymous: page }) => {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await inspect(page, address);
  });
}
