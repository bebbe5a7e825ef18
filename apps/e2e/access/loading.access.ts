import type { Locator, Page } from '@playwright/test';
import { hold } from '../support/network.ts';
import { theBuyer } from '../support/orders.ts';
import { becomes, expect, must, test, theAdmin } from '../support/people.ts';
import { fillCart, customizeAddress } from '../support/screens.ts';
import { someRequests } from '../support/requests.ts';
import { shiftsOf, watchShifts } from './support/shifts.ts';

/** Longer than the page takes to draw its placeholders, so that each of them is seen. */
const ANSWER_AFTER_MS = 300;
const MOST_CLS = 0.02;
const WIDTHS = [{ width: 1280, height: 900 }, { width: 375, height: 812 }];

interface Row {
  address: string;
  shown: (page: Page) => Locator;
}

const text = (words: string | RegExp) => (page: Page): Locator => page.getByRole('main').getByText(words).first();
const button = (name: string | RegExp) => (page: Page): Locator => page.getByRole('main').getByRole('button', { name }).first();

const ANYBODYS: Row[] = [
  { address: '/', shown: (page) => page.getByRole('link', { name: 'Start Creating Now' }) },
  { address: '/products', shown: (page) => page.getByRole('link', { name: 'Customize' }).first() },
  { address: '/create', shown: button('Choose a photo') },
  { address: '/cart', shown: text('Your cart is empty') },
  { address: '/auth', shown: text('Welcome Back') },
  { address: '/forgot-password', shown: button('Send Reset Link') },
  { address: '/terms', shown: text(/Last updated/) },
  { address: '/no-such-page', shown: text('Page Not Found') },
];
const CUSTOMERS: Row[] = [
  { address: '/cart', shown: button('Increase quantity') },
  { address: '/checkout', shown: button('Continue to Payment') },
  { address: '/profile', shown: button('Change Password') },
  { address: '/orders', shown: text(/^Order PA-/) },
  { address: '/designs', shown: (page) => page.getByRole('link', { name: 'Create Product' }).first() },
];
const ADMINS: Row[] = [
  { address: '/admin', shown: text('Total Orders') },
  { address: '/admin?tab=orders', shown: text(/^PA-/) },
  { address: '/admin?tab=requests', shown: text(/^Nora/) },
  { address: '/admin?tab=products', shown: button(/^Edit/) },
  { address: '/nimda', shown: text(/^PA-/) },
];

async function expectStill(page: Page, { address, shown }: Row): Promise<void> {
  for (const size of WIDTHS) {
    await page.setViewportSize(size);
    await page.goto(address);
    await expect(shown(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
    const { sum, shifts } = await shiftsOf(page);
    expect.soft(sum, `${address} at ${size.width} px: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(MOST_CLS);
  }
}

test.describe('loading never jumps', () => {
  test.beforeEach(async ({ visitor }) => {
    await watchShifts(visitor);
    await visitor.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, ANSWER_AFTER_MS));
      await route.fallback();
    });
  });

  test('for anybody', async ({ visitor: page }) => {
    for (const row of ANYBODYS) await expectStill(page, row);
  });

  test('for a customer', async ({ visitor: page, shop }) => {
    const buyer = await theBuyer(shop);
    await becomes(page, buyer);
    await fillCart(page.request, buyer.drawing, [{ product: buyer.product }]);
    const designer = { address: customizeAddress(buyer.drawing), shown: (shown: Page) => shown.getByRole('radio', { name: /\$/ }).first() };
    const [delivered] = (await must<{ id: string; orderNumber: string }[]>(buyer.api.get('/api/orders'))).filter(({ orderNumber }) => orderNumber === buyer.numbers.delivered);
    // One that is still on its way keeps its stream open, and a page with a stream never rests.
    const order = { address: `/orders/${delivered?.id}`, shown: text(/^Order PA-/) };
    for (const row of [...CUSTOMERS, designer, order]) await expectStill(page, row);
  });

  test('for an admin', async ({ visitor: page, shop }) => {
    await theBuyer(shop);
    await someRequests(shop);
    await becomes(page, await theAdmin(shop));
    for (const row of ADMINS) await expectStill(page, row);
  });
});

test('the chosen tab of the office stays whole on a phone when the badge beside it comes', async ({ visitor: page, shop }) => {
  await someRequests(shop);
  await becomes(page, await theAdmin(shop));
  await page.setViewportSize({ width: 375, height: 812 });
  const release = await hold(page, 'GET /api/admin/contact-submissions/summary');
  await page.goto('/admin?tab=products');
  const tab = page.getByRole('tab', { name: 'Products' });
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  release();
  await expect(page.getByRole('tab', { name: /^Customer Requests/ }).getByText(/^\d+$/)).toBeVisible();
  await expect(tab).toBeInViewport({ ratio: 1 });
});
