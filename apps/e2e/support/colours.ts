import { expect, type Locator } from '@playwright/test';
import sharp from 'sharp';

/** What is seen is red for the most part, in either theme. */
export async function expectRed(shown: Locator): Promise<void> {
  await expect(shown).toBeVisible();
  const { dominant } = await sharp(await shown.screenshot({ animations: 'disabled' })).stats();
  expect(dominant.r).toBeGreaterThan(dominant.g + 60);
  expect(dominant.r).toBeGreaterThan(dominant.b + 60);
}
