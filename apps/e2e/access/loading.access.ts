import type { Page } from '@playwright/test';
import { payByCall, placeOrder } from '../support/checkout.ts';
import { hold } from '../support/network.ts';
import { newBuyer, theBuyer } from '../support/orders.ts';
import { becomes, expect, must, nobody, oncePerShop, onePageOf, test, theAdmin } from '../support/people.ts';
import { customizeAddress, fillCart } from '../support/screens.ts';
import { someRequests } from '../support/requests.ts';
import { once } from '../support/steps.ts';
import { openStyleStep } from '../support/wizard.ts';
import { glance } from './support/inspect.ts';
import { button, expectStillAt, expectStillSoFar, late, text, type Row } from './support/still.ts';
import { watchShifts } from './support/shifts.ts';

/** Longer than the page takes to draw its placeholders, so that each of them is seen. */
const ANSWER_AFTER_MS = 300;
const SIZES = [
  { width: 1280, height: 900 },
  { width: 375, height: 812 },
];

const ANYBODYS: Row[] = [
  { address: '/', shown: (page) => page.getByRole('link', { name: 'Start Creating Now' }) },
  { address: '/products', shown: (page) => page.getByRole('link', { name: 'Customize' }).first() },
  { address: '/create', shown: button('Choose a photo') },
  { address: '/cart', shown: text('Your cart is empty') },
  { address: '/auth', shown: text('Welcome Back') },
  { address: '/forgot-password', shown: button('Send Reset Link') },
  { address: '/reset-password?token=a-token', shown: button('Reset Password') },
  { address: '/terms', shown: text(/Last updated/) },
  { address: '/no-such-page', shown: text('Page Not Found') },
];
const CUSTOMERS: [name: string, (customer: Customer) => Row][] = [
  ['/cart', () => ({ address: '/cart', shown: button('Increase quantity') })],
  ['/checkout', () => ({ address: '/checkout', shown: button('Continue to Payment') })],
  ['/profile', () => ({ address: '/profile', shown: button('Change Password') })],
  ['/orders', () => ({ address: '/orders', shown: text(/^Order PA-/) })],
  [
    '/designs',
    () => ({ address: '/designs', shown: (page) => page.getByRole('link', { name: 'Create Product' }).first() }),
  ],
  [
    '/customize',
    ({ drawing }) => ({
      address: customizeAddress(drawing),
      shown: (page) => page.getByRole('radio', { name: /\$/ }).first(),
    }),
  ],
  ['/orders/:id', ({ deliveredId }) => ({ address: `/orders/${deliveredId}`, shown: text(/^Order PA-/) })],
];
const ADMINS: Row[] = [
  { address: '/admin', shown: text('Total Orders') },
  { address: '/admin?tab=orders', shown: text(/^PA-/) },
  { address: '/admin?tab=requests', shown: text(/^Nora/) },
  { address: '/admin?tab=products', shown: button(/^Edit/) },
  { address: '/nimda', shown: text(/^PA-/) },
];

type Customer = Awaited<ReturnType<typeof theCustomer>>;

/** The buyer with something in the cart. Of the orders the one that no longer changes: a page whose stream is open never rests. */
const theCustomer = oncePerShop(async (shop) => {
  const buyer = await theBuyer(shop);
  await fillCart(buyer.api, buyer.drawing, [{ product: buyer.product }]);
  const orders = await must<{ id: string; orderNumber: string }[]>(buyer.api.get('/api/orders'));
  return { ...buyer, deliveredId: orders.find(({ orderNumber }) => orderNumber === buyer.numbers.delivered)?.id };
});

async function expectStillAndSound(page: Page, row: Row): Promise<void> {
  await expectStillAt(page, row, SIZES);
  await glance(page, row.address);
}

async function prepare(page: Page): Promise<void> {
  await watchShifts(page);
  await late(page, '**/api/**', ANSWER_AFTER_MS);
}

test.describe('loading never jumps, and leaves nothing for axe or a finger to find', () => {
  test.describe('for anybody', () => {
    const page = onePageOf(nobody, prepare);
    for (const row of ANYBODYS) test(`on ${row.address}`, () => expectStillAndSound(page(), row));
  });

  test.describe('for a customer', () => {
    const page = onePageOf(theCustomer, prepare);
    for (const [name, rowOf] of CUSTOMERS)
      test(`on ${name}`, async ({ shop }) => expectStillAndSound(page(), rowOf(await theCustomer(shop))));
  });

  test.describe('for an admin', () => {
    const page = onePageOf(theAdmin, prepare);
    test.beforeAll(async ({ shop }) => {
      await theBuyer(shop);
      await someRequests(shop);
    });
    for (const row of ADMINS) test(`on ${row.address}`, () => expectStillAndSound(page(), row));
  });

  test('with a photo, at the wall of styles', async ({ visitor: page }) => {
    await prepare(page);
    await openStyleStep(page);
    await expectStillAndSound(page, { address: '/create', shown: button('Generate Art') });
  });

  test('after the payment', async ({ visitor: page, shop }) => {
    await prepare(page);
    const buyer = await newBuyer(shop);
    await becomes(page, buyer);
    await fillCart(page.request, buyer.drawing, [{ product: buyer.product }]);
    const order = await placeOrder(page.request);
    expect(await payByCall(page.request, order)).toBe(200);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await page.goto(`/order-complete?payment_intent=${order.intentId}`);
      // Its stream stays open, and so the page never rests.
      await expect(page.getByRole('button', { name: 'Print Receipt' })).toBeEnabled();
      await expect(
        page
          .getByRole('img', { name: /^Your artwork on/ })
          .or(page.locator('main li img'))
          .first(),
      ).toBeVisible();
      await expectStillSoFar(page, '/order-complete', size);
    }
  });
});

test('the chosen tab of the office stays whole on a phone when the badge beside it comes', async ({
  visitor: page,
  shop,
}) => {
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

test('a text is as wide and as high before its typeface has come as after', async ({ visitor: page }) => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/*.woff2', async (route) => {
    await released;
    await route.fallback();
  });
  const sizes = (): Promise<number[]> =>
    page.evaluate(`[...document.querySelectorAll('main h1, main h2, main p')].slice(0, 12).flatMap((element) => {
      const text = document.createRange();
      text.selectNodeContents(element);
      return [text.getBoundingClientRect().width, element.offsetHeight];
    })`);
  await page.goto('/terms', { waitUntil: 'commit' });
  await expect(page.getByText(/Last updated/)).toBeVisible();
  const before = await sizes();
  release();
  await once(
    page,
    `[...document.fonts].filter(({ family, status }) => /Variable/.test(family) && status === 'loaded').length >= 2`,
  );
  const after = await sizes();
  expect(after.length).toBeGreaterThan(6);
  const differences = after.map((size, index) => Math.abs(size / (before[index] ?? 0) - 1));
  expect(Math.max(...differences), `from ${before.join(' ')} to ${after.join(' ')}`).toBeLessThan(0.04);
});
