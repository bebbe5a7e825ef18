import type { Page } from '@playwright/test';
import { theBuyer } from '../support/orders.ts';
import { becomes, test } from '../support/people.ts';
import { customizeAddress, fillCart } from '../support/screens.ts';
import { openStyleStep } from '../support/wizard.ts';
import { button, expectStillAt, late, text, type Row } from './support/still.ts';
import { watchShifts } from './support/shifts.ts';

/** Typefaces and pictures come after what the pages ask the shop. */
const ANSWER_AFTER_MS = 300;
const LATE_MS = 1_000;
const SIZES = [
  { width: 1280, height: 900 },
  { width: 768, height: 1024 },
  { width: 375, height: 812 },
  { width: 320, height: 640 },
];
const PICTURES = /\/(media|pictures)\/|\.(avif|webp|png|jpe?g|svg)$/;

const ANYBODYS: Row[] = [
  { address: '/', shown: (page) => page.getByRole('link', { name: 'Start Creating Now' }) },
  { address: '/products', shown: (page) => page.getByRole('link', { name: 'Customize' }).first() },
  { address: '/create', shown: button('Choose a photo') },
  { address: '/auth', shown: text('Welcome Back') },
  { address: '/terms', shown: text(/Last updated/) },
];
const CUSTOMERS: Row[] = [
  { address: '/cart', shown: button('Increase quantity') },
  { address: '/checkout', shown: button('Continue to Payment') },
  { address: '/orders', shown: text(/^Order PA-/) },
  { address: '/designs', shown: (page) => page.getByRole('link', { name: 'Create Product' }).first() },
];

test.describe('on a slow line nothing jumps either, when typefaces and pictures come', () => {
  test.beforeEach(async ({ visitor }) => {
    await watchShifts(visitor);
    await late(visitor, '**/api/**', ANSWER_AFTER_MS);
    await late(visitor, '**/*.woff2', LATE_MS);
    await late(visitor, PICTURES, LATE_MS);
  });

  test('for anybody', async ({ visitor: page }) => {
    for (const row of ANYBODYS) await expectStillAt(page, row, SIZES);
  });

  test('for a customer', async ({ visitor: page, shop }) => {
    const buyer = await theBuyer(shop);
    await becomes(page, buyer);
    await fillCart(page.request, buyer.drawing, [{ product: buyer.product }]);
    await page.addInitScript(
      `sessionStorage.setItem('draft:product', ${JSON.stringify(JSON.stringify(buyer.product.id))})`,
    );
    const designer = {
      address: customizeAddress(buyer.drawing),
      shown: (shown: Page) =>
        shown
          .getByRole('group', { name: /^Color/ })
          .getByRole('radio')
          .first(),
    };
    for (const row of [...CUSTOMERS, designer]) await expectStillAt(page, row, SIZES);
  });

  test('at the wall of styles', async ({ visitor: page }) => {
    await openStyleStep(page);
    await expectStillAt(page, { address: '/create', shown: button('Generate Art') }, SIZES);
  });
});
