import type { Locator, Page } from '@playwright/test';
import { watchCalls } from '../support/network.ts';
import { petPhoto } from '../support/pet-photo.ts';
import {
  addToCart,
  CARDS,
  generate,
  fillAddress,
  pay,
  readOrderNumber,
  thankYouHeading,
  uploadPhoto,
} from '../support/steps.ts';
import { expect, test } from '../support/test.ts';
import { waitForPreview } from '../support/wizard.ts';

const STYLES = ['Cyberpunk', 'Modern', 'Minimalistic', 'Abstract'];

const variation = (page: Page, number: number): Locator =>
  page.getByRole('button', { name: `Variation ${number}`, exact: true });

async function bytesOf(page: Page, picture: Locator): Promise<string> {
  const address = (await picture.getAttribute('src')) ?? '';
  await waitForPreview(page.request, address);
  return (await (await page.request.get(address)).body()).toString('base64');
}

test('a guest generates artwork, chooses a variation, is declined once, pays, and sees the order', async ({
  anonymousPage: page,
}) => {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));

  await test.step('the style gallery shows four different previews', async () => {
    await uploadPhoto(page, await petPhoto());
    const previews = STYLES.map((name) => page.getByRole('img', { name: `Your photo in the style ${name}` }));
    const pictures = await Promise.all(previews.map((preview) => bytesOf(page, preview)));
    expect.soft(new Set(pictures).size).toBe(4);
    await expect(page.getByText('Your pet in every style.')).toBeVisible({ timeout: 60_000 });
    await generate(page, /cyberpunk/i);
  });

  await test.step('Back shows the finished step', async () => {
    await page.goBack();
    await expect(page.getByRole('region', { name: 'Made from' }).getByText('cyberpunk Style')).toBeVisible();
    await page.goForward();
  });

  const chosen = await test.step('a second variation is another picture; the guest chooses the first one', async () => {
    await page.getByRole('link', { name: 'Try another variation' }).click();
    await page.getByRole('button', { name: 'New variation' }).click();
    await expect(variation(page, 2)).toHaveAttribute('aria-pressed', 'true', { timeout: 90_000 });
    const [first, second] = await Promise.all(
      [1, 2].map((number) => bytesOf(page, variation(page, number).locator('img'))),
    );
    expect.soft(first === second).toBe(false);
    await variation(page, 1).click();
    await page.getByRole('link', { name: 'Put it on a product' }).click();
    await page.waitForURL(/\/customize\?imageId=/);
    return new URL(page.url()).searchParams.get('imageUrl') ?? '';
  });

  await test.step('the cart has the item', async () => {
    await addToCart(page);
    await expect(page.getByRole('main').locator(`img[src^="${chosen}"]`).first()).toBeVisible();
  });

  await test.step('after a declined card, another card pays the same order', async () => {
    const calls = watchCalls(page);
    await fillAddress(page);
    await pay(page, CARDS.declined, 'guest@example.com');
    await expect(page.getByText('Your card was declined.').first()).toBeVisible();
    await pay(page, CARDS.good, 'guest@example.com');
    await expect(thankYouHeading(page)).toBeVisible();
    const number = await readOrderNumber(page);
    expect
      .soft((calls.bodies('POST /api/checkout/payment') as { orderNumber: string }[]).map((body) => body.orderNumber))
      .toEqual([number, number]);
    expect.soft(page.url()).not.toContain('secret');
  });

  await page.reload();
  await expect(thankYouHeading(page)).toBeVisible();
  await page.goto('/cart');
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  expect.soft(paths.filter((path) => /^\/remotes\/admin|^\/api\/admin/.test(path))).toEqual([]);
});
