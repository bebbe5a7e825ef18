import type { Locator, Page } from '@playwright/test';
import { expect } from '../../support/people.ts';
import { shiftsOf } from './shifts.ts';

export const MOST_CLS = 0.02;

export interface Size {
  width: number;
  height: number;
}

/** An address, and what is there once it has been loaded. */
export interface Row {
  address: string;
  shown: (page: Page) => Locator;
}

export const text =
  (words: string | RegExp) =>
  (page: Page): Locator =>
    page.getByRole('main').getByText(words).first();
export const button =
  (name: string | RegExp) =>
  (page: Page): Locator =>
    page.getByRole('main').getByRole('button', { name }).first();

/** From now on what these addresses answer comes so much later. */
export const late = (page: Page, addresses: string | RegExp, ms: number): Promise<unknown> =>
  page.route(addresses, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    await route.fallback();
  });

/** Up to now nothing has moved by itself, or as good as nothing. */
export async function expectStillSoFar(page: Page, address: string, { width }: Size): Promise<void> {
  const { sum, shifts } = await shiftsOf(page);
  expect.soft(sum, `${address} at ${width} px: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(MOST_CLS);
}

/** The same once it has come to rest. */
export async function expectStill(page: Page, { address, shown }: Row, size: Size): Promise<void> {
  await expect(shown(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expectStillSoFar(page, address, size);
}

export async function expectStillAt(page: Page, row: Row, sizes: readonly Size[]): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.goto(row.address);
    await expectStill(page, row, size);
  }
}
