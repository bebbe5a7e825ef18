import type { Page } from '@playwright/test';
import type { Stack } from '@shop/tools/stack';
import type { SoldProduct } from '../support/designs.ts';
import { changeAnswer, delayCall, failCall } from '../support/network.ts';
import { buyerWithAllStatuses } from '../support/orders.ts';
import { getAdmin, readAnswer, createClient } from '../support/accounts.ts';
import { expect, test } from '../support/test.ts';
import { inspect } from './support/inspect.ts';
import { inspectList, inspectToast } from './support/states.ts';

async function newRequest(shop: Stack): Promise<{ id: string }> {
  const data = {
    name: 'Nora',
    email: 'nora@example.com',
    subject: 'A parcel',
    message: 'Where is my parcel? '.repeat(40),
  };
  return readAnswer((await createClient(shop)).post('/api/contact', { data }));
}

async function newProduct(shop: Stack): Promise<SoldProduct> {
  const data = { title: 'Cozy Blanket', description: 'Warm.', category: 'hoodie', basePrice: '49.90' };
  return readAnswer((await getAdmin(shop)).api.post('/api/admin/products', { data }));
}

const AT = '2026-03-04T12:00:00.000Z';
const PARCEL = { carrier: 'UPS', number: '1Z999AA10123456784', url: null };

const createDiscrepancy = (message: string, action: object | null) => ({
  id: crypto.randomUUID(),
  kind: 'refund-failed',
  orderId: crypto.randomUUID(),
  orderNumber: 'PA-7K2M9QXW',
  since: AT,
  message,
  action,
});
const DISCREPANCIES = [
  createDiscrepancy('The $2.00 for order PA-7K2M9QXW did not reach the customer: the bank sent it back.', {
    label: 'Refund again',
    warning: 'The customer gets $2.00 by the way it was paid.',
  }),
  createDiscrepancy('Order PA-7K2M9QXW has been paid for an hour, and its print file is still missing.', {
    label: 'Make it again',
    warning: null,
  }),
  createDiscrepancy('The bank of the customer of order PA-7K2M9QXW asks for $41.50 back.', null),
];

/** Opens the drawer of an order with a changed answer of the server. */
async function openOrderWith(page: Page, shop: Stack, by: (order: object) => unknown): Promise<void> {
  const id = (await buyerWithAllStatuses(shop)).orders.paid?.id;
  await changeAnswer(page, `GET /api/admin/orders/${id}`, by);
  await page.goto(`/admin?tab=orders&order=${id}`);
  // Moves the focus away from the first control, whose tooltip would be open.
  await page.getByRole('dialog').getByText('Timeline').click();
}

test.describe('every page of an admin is accessible', () => {
  test.beforeAll(async ({ shop }) => {
    await buyerWithAllStatuses(shop);
    await newRequest(shop);
  });

  test('/admin, settings', async ({ adminPage: page }) => {
    await page.goto('/admin?tab=settings');
    await page.getByRole('region', { name: 'Reply templates' }).waitFor();
    await inspect(page, 'the settings of the shop');
  });

  test('/admin, Dashboard', async ({ adminPage: page }) => {
    const release = await delayCall(page, 'GET /api/admin/stats');
    await page.goto('/admin');
    await expect(page.locator('main [data-skeleton]').first()).toBeVisible();
    await inspect(page, 'the dashboard loading');
    release();
    await expect(page.getByText('Total Orders')).toBeVisible();
    await inspect(page, 'the dashboard');
    await failCall(page, 'GET /api/admin/stats', 403, 'Figures are unavailable right now.');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    await inspect(page, 'the dashboard that can’t be loaded');
  });

  for (const { tab, call, row } of [
    { tab: 'orders', call: 'GET /api/admin/orders', row: /^PA-/ },
    { tab: 'requests', call: 'GET /api/admin/contact-submissions', row: /^Nora/ },
    { tab: 'products', call: 'GET /api/admin/products', row: /Classic/ },
  ] as const) {
    test(`/admin, ${tab}`, async ({ adminPage: page }) => {
      await inspectList(page, {
        address: `/admin?tab=${tab}`,
        call,
        filled: (shown) => shown.getByRole('tabpanel').getByText(row),
      });
    });
  }

  test('an order, and the status changes with a confirmation', async ({ adminPage: page, shop }) => {
    const { orders } = await buyerWithAllStatuses(shop);
    const release = await delayCall(page, 'GET /api/admin/orders/*');
    await page.goto('/admin?tab=orders');
    await page.getByRole('link', { name: orders.processing!.orderNumber }).click();
    await expect(page.getByRole('dialog').locator('[data-skeleton]').first()).toBeVisible();
    await inspect(page, 'an order loading');
    release();
    await page.getByRole('button', { name: 'Mark Shipped' }).click();
    const asking = page.getByRole('dialog', { name: 'Mark as shipped' });
    await asking.getByLabel('Carrier').fill('UPS');
    await asking.getByRole('button', { name: 'Mark Shipped' }).click();
    await expect(asking.getByLabel('Tracking number')).toHaveAttribute('aria-invalid', 'true');
    await inspect(page, 'marking as shipped, with errors');
    await page.keyboard.press('Escape');
    await inspect(page, 'an order');
    await page.getByRole('button', { name: /^Cancel/ }).click();
    await expect(page.getByRole('button', { name: 'Keep Order' })).toBeVisible();
    await inspect(page, 'cancelling an order');
  });

  test('a request', async ({ adminPage: page, shop }) => {
    const { id } = await newRequest(shop);
    await page.goto(`/admin?tab=requests&request=${id}`);
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Reply', exact: true }).click();
    await sheet.getByRole('button', { name: 'Send Reply' }).click();
    await expect(sheet.getByText('Message is required')).toBeVisible();
    await inspect(page, 'a request, with an empty reply');
    await failCall(page, 'PATCH /api/admin/contact-submissions/*', 503, 'Not now.');
    await sheet.getByRole('button', { name: 'Archive' }).click();
    await inspectToast(page, 'Update failed');
  });

  test('a product', async ({ adminPage: page, shop }) => {
    await page.goto('/admin?tab=products&product=new');
    await page.getByRole('button', { name: 'Create Product' }).click();
    await expect(page.getByLabel('Title')).toHaveAttribute('aria-invalid', 'true');
    await inspect(page, 'a new product, with errors');
    const { id } = await newProduct(shop);
    await page.goto(`/admin?tab=products&product=${id}`);
    await page.getByLabel('Size of the print').selectOption('own');
    await page.getByLabel('Where the print lies').selectOption('own');
    await page
      .getByRole('button', { name: /^Add (a )?(size|variant)/i })
      .first()
      .click();
    await inspect(page, 'a product that is changed');
    await page.reload();
    await page.getByLabel('Title').fill('Another title');
    await failCall(page, 'PATCH /api/admin/products/*', 409, 'Someone else has changed this product.');
    await page.getByRole('button', { name: 'Update Product' }).click();
    await expect(page.getByText('What you typed stays here.')).toBeVisible();
    await inspect(page, 'a product that someone else has changed');
  });

  test('/nimda', async ({ adminPage: page }) => {
    const release = await delayCall(page, 'GET /api/admin/orders');
    await page.goto('/nimda');
    await expect(page.locator('main [data-skeleton]').first()).toBeVisible();
    await inspect(page, '/nimda loading');
    release();
    await expect(page.getByText(/^PA-/).first()).toBeVisible();
    await inspect(page, '/nimda');
  });
  test('the refund form', async ({ adminPage: page, shop }) => {
    test.setTimeout(240_000);
    await openOrderWith(page, shop, (order) => order);
    await page.getByRole('button', { name: 'Refund' }).click();
    const form = page.getByRole('dialog', { name: /^Refund order/ });
    await form.getByLabel('Amount').fill('nothing');
    await form.getByRole('button', { name: /^Give/ }).click();
    await expect(form.getByText('Reason is required')).toBeVisible();
    await inspect(page, 'a refund, with errors');
    await form.getByLabel('Amount').fill('1.50');
    await form.getByLabel('Reason').fill('A scratch on the tag');
    await failCall(page, 'POST /api/admin/orders/*', 409, 'So much is not left of this payment.');
    await form.getByRole('button', { name: /^Give/ }).click();
    await expect(form.getByText('So much is not left of this payment.')).toBeVisible();
    await inspect(page, 'a refund with an error of the server');
  });

  test('a reported problem, and sending its items again', async ({ adminPage: page, shop }) => {
    await openOrderWith(page, shop, (answer) => {
      const order = answer as { items: { id: string; title: string }[]; shippingAddress: object };
      const items = order.items.map(({ id, title }) => ({ orderItemId: id, title, quantity: 1 }));
      const report = { kind: 'damaged', text: 'It peels off.', items, photoUrls: ['/media/gone'], reportedAt: AT };
      const reprint = {
        id: crypto.randomUUID(),
        state: 'shipped',
        items,
        requestedAt: AT,
        tracking: { ...PARCEL, further: [{ ...PARCEL, number: '1Z999AA10123456785' }] },
        reason: 'damaged',
        note: 'Bad foil',
        shippingAddress: { ...order.shippingAddress, address: '7 Oak Lane' },
        problem: 'A parcel of it came back.',
        externalId: '4711',
        cost: { amount: '12.25', currency: 'usd' },
        canBeCancelled: true,
        canBeRetried: true,
        canBeMarkedSent: true,
      };
      return {
        ...order,
        canBeReprinted: true,
        problems: [
          { ...report, id: crypto.randomUUID(), state: 'open', answer: null },
          { ...report, id: crypto.randomUUID(), state: 'answered', answer: 'We are sorry.' },
        ],
        reprints: [reprint],
      };
    });
    await page.getByRole('button', { name: 'Answer' }).click();
    await page.getByRole('button', { name: 'Send answer' }).click();
    await inspect(page, 'an order with a reported problem and an empty answer');
    await page.getByRole('button', { name: 'Enlarge Photo 1 of 1' }).first().click();
    await inspect(page, 'an enlarged photo');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Send items again' }).click();
    const form = page.getByRole('dialog', { name: /^Send again/ });
    await form.getByRole('button', { name: 'Send it elsewhere' }).click();
    await form.getByRole('button', { name: 'Send Again for Free' }).click();
    await expect(form.getByText('Please choose a reason')).toBeVisible();
    await expect(form.getByText(/^Sent again before/)).toBeVisible();
    await inspect(page, 'sending again, with errors');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Don’t send it' }).click();
    await inspect(page, 'cancelling what is sent again');
  });

  test('the money card with discrepancies, and resolving one', async ({ adminPage: page }) => {
    await changeAnswer<object>(page, 'GET /api/admin/money', (money) => ({
      ...money,
      lostToDisputes: '41.50',
      discrepancies: DISCREPANCIES,
      discrepanciesCount: 60,
    }));
    await page.goto('/admin');
    await expect(page.getByRole('region', { name: 'Money' }).getByText('60 differences')).toBeVisible();
    await inspect(page, 'the money card with discrepancies');
    await page.getByRole('button', { name: 'Refund again' }).click();
    await expect(page.getByRole('dialog', { name: 'Refund again?' })).toBeVisible();
    await inspect(page, 'resolving a discrepancy');
    await failCall(page, 'GET /api/admin/money', 403, 'Money is unavailable right now.');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    await inspect(page, 'the money card that can’t be loaded');
  });

  test('an order with problems of printer, print file, refund and dispute', async ({ adminPage: page, shop }) => {
    await openOrderWith(page, shop, (answer) => {
      const order = answer as { items: object[]; payment: object };
      return {
        ...order,
        isPrintFileMissing: true,
        items: order.items.map((item) => ({ ...item, printFile: null, printFileFailure: 'artwork-missing' })),
        fulfilment: {
          state: 'waiting',
          provider: 'printful',
          dueAt: AT,
          attempts: 3,
          nextTryAt: AT,
          reason: 'Printful does not know this variant.',
          externalId: null,
        },
        payment: {
          ...order.payment,
          refunds: [
            { amount: '2.00', reason: 'A stain', requestedAt: AT, refundedAt: null, failure: 'lost_or_stolen_card' },
          ],
          disputes: [
            {
              id: 'dp_1',
              amount: '10.00',
              reason: 'product_not_received',
              status: 'needs_response',
              respondBy: AT,
              openedAt: AT,
              closedAt: null,
            },
          ],
        },
      };
    });
    await expect(page.getByText('Printful does not know this variant.')).toBeVisible();
    await inspect(page, 'an order in trouble');
  });

  test('an order, a request and a product that can’t be loaded', async ({ adminPage: page, shop }) => {
    const order = (await buyerWithAllStatuses(shop)).orders.paid;
    for (const [tab, kind, call, id] of [
      ['orders', 'order', 'GET /api/admin/orders/*', order?.id],
      ['requests', 'request', 'GET /api/admin/contact-submissions/*', (await newRequest(shop)).id],
      ['products', 'product', 'GET /api/admin/products/*', (await newProduct(shop)).id],
    ] as const) {
      await failCall(page, call, 403, 'This is unavailable right now.');
      await page.goto(`/admin?tab=${tab}&${kind}=${id}`);
      await page.getByRole('dialog').getByText('This is unavailable right now.').click();
      await inspect(page, `a ${kind} failed`);
    }
  });
});
