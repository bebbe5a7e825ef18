import type { Locator, Page } from '@playwright/test';
import { customizeAddress, fillCart } from '../support/designs.ts';
import { findBrokenPictures, findCutText, findHorizontalOverflow, findSmallTargets } from '../support/layout.ts';
import { buyerWithAllStatuses } from '../support/orders.ts';
import { readShifts, watchShifts } from '../support/shifts.ts';
import { expect, test } from '../support/test.ts';

/** A screen of 1280 px at 400 % (WCAG 1.4.10). */
const NARROW = { width: 320, height: 640 };
const DESKTOP = { width: 1280, height: 900 };
const MAX_CLS = 0.02;
/** Longer than a page needs to show its skeletons. */
const ANSWER_DELAY_MS = 300;

/** A URL and an element of the loaded page. */
type PageCheck = readonly [address: string, loaded: (page: Page) => Locator];

const text = (words: string | RegExp) => (page: Page) => page.getByRole('main').getByText(words).first();
const button = (name: string | RegExp) => (page: Page) => page.getByRole('main').getByRole('button', { name }).first();
const link = (name: string) => (page: Page) => page.getByRole('main').getByRole('link', { name }).first();

async function checkPages(page: Page, pages: readonly PageCheck[]): Promise<void> {
  await watchShifts(page);
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ANSWER_DELAY_MS));
    await route.fallback();
  });
  for (const [address, loaded] of pages) {
    await test.step(address, async () => {
      await page.setViewportSize(NARROW);
      await page.goto(address);
      await expect(loaded(page)).toBeVisible();
      await expect(page.locator('main [data-skeleton]')).toHaveCount(0);
      const { sum, shifts } = await readShifts(page);
      expect.soft(sum, `${address} shifts: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(MAX_CLS);
      const faults = async (): Promise<string[]> => [
        ...(await findHorizontalOverflow(page)),
        ...(await findCutText(page)),
        ...(await findBrokenPictures(page)),
      ];
      expect.soft([...(await faults()), ...(await findSmallTargets(page))], `${address} at 320 px`).toEqual([]);
      await page.setViewportSize(DESKTOP);
      expect.soft(await faults(), `${address} at 1280 px`).toEqual([]);
    });
  }
}

test('public pages have no layout shifts and no overflow', async ({ anonymousPage }) => {
  await checkPages(anonymousPage, [
    ['/', link('Start Creating Now')],
    ['/products', link('Customize')],
    ['/create', button('Choose a photo')],
    ['/cart', text('Your cart is empty')],
    ['/auth', text('Welcome Back')],
    ['/forgot-password', button('Send Reset Link')],
    ['/reset-password?token=a-token', button('Reset Password')],
    ['/confirm-email?token=a-token', button('Confirm My Email')],
    ['/terms', text(/Last updated/)],
    ['/no-such-page', text('Page Not Found')],
  ]);
});

test('customer pages have no layout shifts and no overflow', async ({ openPage, shop }) => {
  const { api, design, product, orders } = await buyerWithAllStatuses(shop);
  const page = await openPage({ storageState: await api.storageState() });
  await fillCart(api, design, [{ product }]);
  await checkPages(page, [
    ['/cart', button('Increase quantity')],
    ['/checkout', button('Continue to Payment')],
    ['/profile', button('Change Password')],
    ['/orders', text(/^Order PA-/)],
    ['/designs', link('Create Product')],
    [customizeAddress(design), (on) => on.getByRole('radio', { name: /\$/ }).first()],
    [`/orders/${orders.delivered?.id}`, text(/^Order PA-/)],
  ]);
});

test('admin pages have no layout shifts and no overflow', async ({ adminPage, shop, anonymousPage }) => {
  await buyerWithAllStatuses(shop);
  const data = { name: 'Nora', email: 'nora@example.com', subject: 'A parcel', message: 'Where is it?' };
  expect((await anonymousPage.request.post('/api/contact', { data })).status()).toBe(201);
  await checkPages(adminPage, [
    ['/admin', text('Total Orders')],
    ['/admin?tab=orders', text(/^PA-/)],
    ['/admin?tab=requests', text(/^Nora/)],
    ['/admin?tab=products', button(/^Edit/)],
    ['/nimda', text(/^PA-/)],
  ]);

  await test.step('the selected tab stays visible when the badge appears', async () => {
    await adminPage.setViewportSize(NARROW);
    await adminPage.goto('/admin?tab=products');
    await expect(adminPage.getByRole('tab', { name: /^Customer Requests/ }).getByText(/^\d+$/)).toBeVisible();
    await expect.soft(adminPage.getByRole('tab', { name: 'Products' })).toBeInViewport({ ratio: 1 });
  });
});
