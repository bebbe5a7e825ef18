import type { Page } from '@playwright/test';
import type { Stack } from '@shop/tools/stack';
import { answer, change, refuse } from '../support/network.ts';
import { paidWith, theBuyer } from '../support/orders.ts';
import { expect, must, test, theAdmin } from '../support/people.ts';
import { newProduct } from '../support/products.ts';
import { someRequests } from '../support/requests.ts';
import { inspect } from './support/inspect.ts';

const AT = '2026-03-04T12:00:00.000Z';

const difference = (sentence: string, remedy: object | null) => ({
  id: crypto.randomUUID(),
  kind: 'refund-failed',
  orderId: crypto.randomUUID(),
  orderNumber: 'PA-7K2M9QXW',
  since: AT,
  sentence,
  remedy,
});
const DIFFERENCES = [
  difference('The $2.00 for order PA-7K2M9QXW did not reach the customer: the bank sent it back.', {
    label: 'Refund again',
    warning: 'The customer gets $2.00 by the way it was paid.',
  }),
  difference('Order PA-7K2M9QXW has been paid for an hour, and its print file is still missing.', {
    label: 'Make it again',
    warning: null,
  }),
  difference('The bank of the customer of order PA-7K2M9QXW asks for $41.50 back.', null),
];

/** The sheet of an order as if its server said something else of it. */
async function openChanged(page: Page, shop: Stack, by: (order: object) => unknown): Promise<void> {
  const { id } = await paidWith(shop, 'good');
  await change(page, `GET /api/admin/orders/${id}`, by);
  await page.goto(`/admin?tab=orders&order=${id}`);
  // What has the focus first shows its tooltip.
  await page.getByRole('dialog').getByText('Timeline').click();
}

test.describe('what an admin may meet is accessible', () => {
  test('giving money back', async ({ admin: page, shop }) => {
    test.setTimeout(240_000);
    await openChanged(page, shop, (order) => order);
    await page.getByRole('button', { name: 'Refund' }).click();
    const form = page.getByRole('dialog', { name: /^Refund order/ });
    await form.getByLabel('Amount').fill('nothing');
    await form.getByRole('button', { name: /^Give/ }).click();
    await expect(form.getByText('Reason is required')).toBeVisible();
    await inspect(page, 'a refund, with errors');
    await form.getByLabel('Amount').fill('1.50');
    await form.getByLabel('Reason').fill('A scratch on the tag');
    await refuse(page, 'POST /api/admin/orders/*', 409, 'So much is not left of this payment.');
    await form.getByRole('button', { name: /^Give/ }).click();
    await expect(form.getByText('So much is not left of this payment.')).toBeVisible();
    await inspect(page, 'a refund that was refused');
  });

  test('sending a parcel elsewhere', async ({ admin: page, shop }) => {
    test.setTimeout(240_000);
    await openChanged(page, shop, (order) => order);
    await page.getByRole('button', { name: 'Change address' }).click();
    const form = page.getByRole('dialog', { name: /^Change address of order/ });
    await form.getByLabel('City').fill(' ');
    await form.getByRole('button', { name: 'Save Address' }).click();
    await expect(form.getByText('City is required')).toBeVisible();
    await inspect(page, 'another address, with errors');
    await form.getByLabel('City').fill('Shelbyville');
    await refuse(
      page,
      'PATCH /api/admin/orders/*',
      409,
      'The printer has this order already. Please change the address there, or cancel the order.',
    );
    await form.getByRole('button', { name: 'Save Address' }).click();
    await expect(form.getByText('The printer has this order already.')).toBeVisible();
    await inspect(page, 'another address that was refused');
  });

  test('the books with differences, and mending one', async ({ admin: page }) => {
    await change<object>(page, 'GET /api/admin/money', (money) => ({
      ...money,
      lostToDisputes: '41.50',
      differences: DIFFERENCES,
      differencesCount: 60,
    }));
    await page.goto('/admin');
    await expect(page.getByRole('region', { name: 'Money' }).getByText('60 differences')).toBeVisible();
    await inspect(page, 'the books with differences');
    await page.getByRole('button', { name: 'Refund again' }).click();
    await expect(page.getByRole('dialog', { name: 'Refund again?' })).toBeVisible();
    await inspect(page, 'mending a difference');
    await refuse(page, 'GET /api/admin/money', 403, 'The books are unavailable right now.');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    await inspect(page, 'the books not to be had');
  });

  test('an order in trouble with its press, its print file, its refund and its bank', async ({ admin: page, shop }) => {
    await openChanged(page, shop, (seen) => {
      const order = seen as { items: object[]; payment: object };
      return {
        ...order,
        lacksPrintFile: true,
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

  test('a filter that leaves nothing', async ({ admin: page, shop }) => {
    await theBuyer(shop);
    await answer(page, 'GET /api/admin/orders', []);
    await answer(page, 'GET /api/admin/contact-submissions', []);
    await page.goto('/admin?tab=orders&status=shipped');
    await expect(page.getByText('No orders match the selected filters')).toBeVisible();
    await inspect(page, 'no order matches');
    await page.goto('/admin?tab=requests&status=archived');
    await expect(page.getByText('No customer requests match the selected filter')).toBeVisible();
    await inspect(page, 'no request matches');
  });

  test('what was opened and is not to be had', async ({ admin: page, shop }) => {
    const [order] = await must<{ id: string }[]>((await theAdmin(shop)).api.get('/api/admin/orders'));
    for (const [tab, kind, call, id] of [
      ['orders', 'order', 'GET /api/admin/orders/*', order?.id],
      ['requests', 'request', 'GET /api/admin/contact-submissions/*', (await someRequests(shop)).read.id],
      ['products', 'product', 'GET /api/admin/products/*', (await newProduct(shop)).id],
    ] as const) {
      await refuse(page, call, 403, 'This is not to be had right now.');
      await page.goto(`/admin?tab=${tab}&${kind}=${id}`);
      await page.getByRole('dialog').getByText('This is not to be had right now.').click();
      await inspect(page, `a ${kind} not to be had`);
    }
  });

  test('/nimda, empty and not to be had', async ({ admin: page }) => {
    await answer(page, 'GET /api/admin/orders', []);
    await answer(page, 'GET /api/admin/contact-submissions', []);
    await page.goto('/nimda');
    await expect(page.getByText('No customer requests yet')).toBeVisible();
    await inspect(page, '/nimda, nothing sold');
    for (const call of [
      'GET /api/admin/orders',
      'GET /api/admin/contact-submissions',
      'GET /api/admin/contact-submissions/summary',
      'GET /api/admin/stats',
    ] as const)
      await refuse(page, call, 403, 'Not to be had.');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(3);
    await inspect(page, '/nimda not to be had');
  });
});
