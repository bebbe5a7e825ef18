import type { Page } from '@playwright/test';
import type { Stack } from '@shop/tools/stack';
import { Database } from '../support/database.ts';
import { failPrintFile } from '../support/failed-print-file.ts';
import { paidWith } from '../support/orders.ts';
import { must } from '../support/people.ts';
import { expect, test } from '../support/screens.ts';
import { signIn, toast } from '../support/steps.ts';

interface Money {
  givenBack: string;
  differences: { orderId: string | null }[];
}

const moneyOf = (page: Page): Promise<Money> => must<Money>(page.request.get('/api/admin/money'));
const card = (page: Page) => page.getByRole('region', { name: 'Money' });

async function enter(page: Page, shop: Stack): Promise<void> {
  await signIn(page, shop.adminEmail, shop.adminPassword);
}

async function expectPrintFile(page: Page, id: string): Promise<void> {
  const isMade = async () =>
    (await must<{ items: { printFile: object | null }[] }>(page.request.get(`/api/admin/orders/${id}`))).items.every(
      ({ printFile }) => printFile !== null,
    );
  await expect.poll(isMade, { timeout: 30_000 }).toBe(true);
}

test.describe('an admin', () => {
  test('gives part of the money back, and the books say so', async ({ visitor, shop }) => {
    const { id, orderNumber } = await paidWith(shop, 'good');
    await enter(visitor, shop);
    const before = Number((await moneyOf(visitor)).givenBack);
    await visitor.goto(`/admin?tab=orders&order=${id}`);
    const drawer = visitor.getByRole('dialog', { name: `Order ${orderNumber}` });
    await drawer.getByRole('button', { name: 'Refund' }).click();
    const form = visitor.getByRole('dialog', { name: `Refund order ${orderNumber}` });
    await form.getByLabel('Amount').fill('1.50');
    await form.getByLabel('Reason').fill('A scratch on the tag');
    await form.getByRole('button', { name: 'Give $1.50 Back' }).dblclick();
    await expect(toast(visitor, 'Refund on its way')).toBeVisible();
    await expect(drawer.getByText('$1.50 refunded')).toHaveCount(1);
    await expect(drawer.getByText('$1.50 went back to the customer.')).toBeVisible();

    await visitor.goto('/admin');
    await expect(card(visitor).getByText(`$${(before + 1.5).toFixed(2)}`)).toBeVisible();
    expect((await moneyOf(visitor)).differences.filter(({ orderId }) => orderId === id)).toEqual([]);
  });

  test('gives all of it back during the hold: the order ends with its money', async ({ visitor, shop }) => {
    const { id, orderNumber, total } = await paidWith(shop, 'good');
    await enter(visitor, shop);
    await visitor.goto(`/admin?tab=orders&order=${id}`);
    const drawer = visitor.getByRole('dialog', { name: `Order ${orderNumber}` });
    await drawer.getByRole('button', { name: 'Refund' }).click();
    const form = visitor.getByRole('dialog', { name: `Refund order ${orderNumber}` });
    await expect(form.getByLabel('Amount')).toHaveValue(total);
    await form.getByLabel('Reason').fill('They thought better of it');
    await form.getByRole('button', { name: `Give $${total} Back` }).dblclick();
    await expect(drawer.getByText(`$${total} refunded`)).toHaveCount(1);
    await expect(drawer.getByText(`$${total} went back to the customer.`)).toHaveCount(1);
    await expect(drawer.getByRole('button', { name: 'Refund' })).toBeHidden();
    expect(await must(visitor.request.get(`/api/admin/orders/${id}`))).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'refunded',
      payment: { refundable: '0.00' },
    });
    expect((await moneyOf(visitor)).differences.filter(({ orderId }) => orderId === id)).toEqual([]);
  });

  test('changes where an order goes and cancels it, each once by a double click', async ({ visitor, shop }) => {
    const { id, orderNumber, total } = await paidWith(shop, 'good');
    await enter(visitor, shop);
    const changes: string[] = [];
    visitor.on(
      'request',
      (request) =>
        void (request.method() === 'PATCH' && changes.push(new URL(request.url()).pathname.replace(id, ':id'))),
    );
    await visitor.goto(`/admin?tab=orders&order=${id}`);
    const drawer = visitor.getByRole('dialog', { name: `Order ${orderNumber}` });
    await drawer.getByRole('button', { name: 'Change address' }).dblclick();
    const form = visitor.getByRole('dialog', { name: `Change address of order ${orderNumber}` });
    await form.getByLabel('ZIP Code').fill('10001');
    await form.getByRole('button', { name: 'Save Address' }).dblclick();
    await expect(form).toBeHidden();
    await expect(drawer.getByText('10001')).toBeVisible();
    await drawer.getByRole('button', { name: 'Cancel Order' }).dblclick();
    await visitor
      .getByRole('dialog', { name: `Cancel order ${orderNumber}?` })
      .getByRole('button', { name: 'Cancel and Refund' })
      .dblclick();
    await expect(drawer.getByText(`$${total} went back to the customer.`)).toHaveCount(1);
    expect(changes).toEqual(['/api/admin/orders/:id/address', '/api/admin/orders/:id/status']);
    const { status, payment } = await must<{ status: string; payment: { refunds: { amount: string }[] } }>(
      visitor.request.get(`/api/admin/orders/${id}`),
    );
    expect([status, payment.refunds.map(({ amount }) => amount)]).toEqual(['cancelled', [total]]);
  });

  test('has a print file made again, once by a double click', async ({ visitor, shop }) => {
    const { id, orderNumber } = await paidWith(shop, 'good');
    await enter(visitor, shop);
    await expectPrintFile(visitor, id);
    await failPrintFile(shop, id);
    let asked = 0;
    visitor.on(
      'request',
      (request) => void (request.url().endsWith(`/api/admin/orders/${id}/print-files`) && (asked += 1)),
    );
    await visitor.goto(`/admin?tab=orders&order=${id}`);
    await visitor
      .getByRole('dialog', { name: `Order ${orderNumber}` })
      .getByRole('button', { name: 'Make the print file again' })
      .dblclick();
    await expectPrintFile(visitor, id);
    expect(asked).toBe(1);
  });

  test('has the printer tried again, once by a double click', async ({ visitor, shop }) => {
    const { id, orderNumber } = await paidWith(shop, 'good');
    await enter(visitor, shop);
    await expectPrintFile(visitor, id);
    await Database.during(shop, 'orders', async (database) => {
      await database.query(`UPDATE orders SET hold_until = now() - interval '1 second' WHERE id = $1`, [id]);
      await database.query(
        `UPDATE fulfilments SET state = 'waiting', attempts = 1, due_at = now() + interval '1 hour', reason = 'The printer does not answer.' WHERE order_id = $1`,
        [id],
      );
    });
    let asked = 0;
    visitor.on(
      'request',
      (request) => void (request.url().endsWith(`/api/admin/orders/${id}/printing`) && (asked += 1)),
    );
    await visitor.goto(`/admin?tab=orders&order=${id}`);
    const drawer = visitor.getByRole('dialog', { name: `Order ${orderNumber}` });
    await drawer.getByRole('button', { name: 'Try again' }).dblclick();
    await expect(drawer.getByText('The printer does not answer.')).toBeHidden();
    await expect
      .poll(
        async () =>
          (await must<{ fulfilment: { state: string } }>(visitor.request.get(`/api/admin/orders/${id}`))).fulfilment
            .state,
        { timeout: 30_000 },
      )
      .toBe('submitted');
    expect(asked).toBe(1);
  });

  test('sees a refund that its bank sent back, and mends it once by a double click on either button', async ({
    visitor,
    shop,
  }) => {
    const { id, orderNumber } = await paidWith(shop, 'sendsRefundsBack');
    await enter(visitor, shop);
    await must(
      visitor.request.post(`/api/admin/orders/${id}/refunds`, {
        headers: { origin: shop.url },
        data: { amount: '2.00', reason: 'A stain' },
      }),
    );
    await expect
      .poll(async () => (await moneyOf(visitor)).differences.some(({ orderId }) => orderId === id), { timeout: 30_000 })
      .toBe(true);

    await visitor.goto('/admin');
    const difference = card(visitor).getByRole('listitem').filter({ hasText: orderNumber });
    await expect(difference).toContainText(`The $2.00 for order ${orderNumber} did not reach the customer`);
    let mended = 0;
    visitor.on('request', (request) => void (request.url().endsWith('/mend') && (mended += 1)));
    await difference.getByRole('button', { name: 'Refund again' }).dblclick();
    await visitor
      .getByRole('dialog', { name: 'Refund again?' })
      .getByRole('button', { name: 'Refund again' })
      .dblclick();
    await expect(toast(visitor, 'Mended')).toBeVisible();
    await expect(difference).toBeHidden();
    await expect(toast(visitor, 'Not mended')).toBeHidden();
    expect(mended).toBe(1);
    const { payment } = await must<{ payment: { refunds: { amount: string }[] } }>(
      visitor.request.get(`/api/admin/orders/${id}`),
    );
    expect(payment.refunds.map(({ amount }) => amount)).toEqual(['2.00', '2.00']);
  });
});
