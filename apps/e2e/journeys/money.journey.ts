import type { Page } from '@playwright/test';
import { createBuyer, createPaidOrder } from '../support/orders.ts';
import { readAnswer } from '../support/accounts.ts';
import { CARDS, toast } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

interface Money {
  refunded: string;
  discrepancies: { orderId: string | null }[];
}

interface AdminView {
  status: string;
  paymentStatus: string;
  payment: { refundable: string; refunds: { amount: string }[] };
}

const getMoney = (page: Page): Promise<Money> => readAnswer<Money>(page.request.get('/api/admin/money'));
const moneyCard = (page: Page) => page.getByRole('region', { name: 'Money' });

test('an admin changes the address of an order, refunds a part, then cancels it; the rest is refunded without a discrepancy', async ({
  adminPage: page,
  shop,
}) => {
  const { id, orderNumber, total } = await createPaidOrder(shop, await createBuyer(shop));
  const before = Number((await getMoney(page)).refunded);
  const changes: string[] = [];
  page.on('request', (request) => void (request.method() === 'PATCH' && changes.push(request.url())));
  await page.goto(`/admin?tab=orders&order=${id}`);
  const sheet = page.getByRole('dialog', { name: `Order ${orderNumber}` });

  await sheet.getByRole('button', { name: 'Change address' }).click();
  const address = page.getByRole('dialog', { name: `Change address of order ${orderNumber}` });
  await address.getByLabel('ZIP Code').fill('10001');
  await address.getByRole('button', { name: 'Save Address' }).dblclick();
  await expect(sheet.getByText('10001')).toBeVisible();

  await sheet.getByRole('button', { name: 'Refund' }).click();
  const refund = page.getByRole('dialog', { name: `Refund order ${orderNumber}` });
  await expect(refund.getByLabel('Amount')).toHaveValue(total);
  await refund.getByLabel('Amount').fill('1.50');
  await refund.getByLabel('Reason').fill('A scratch on the tag');
  await refund.getByRole('button', { name: 'Give $1.50 Back' }).dblclick();
  await expect(sheet.getByText('$1.50 went back to the customer.')).toBeVisible();

  await sheet.getByRole('button', { name: 'Cancel Order' }).click();
  await page
    .getByRole('dialog', { name: `Cancel order ${orderNumber}?` })
    .getByRole('button', { name: 'Cancel and Refund' })
    .dblclick();
  const rest = (Number(total) - 1.5).toFixed(2);
  await expect(sheet.getByText(`$${rest} went back to the customer.`)).toBeVisible();
  expect(changes).toHaveLength(2);
  expect(await readAnswer<AdminView>(page.request.get(`/api/admin/orders/${id}`))).toMatchObject({
    status: 'cancelled',
    paymentStatus: 'refunded',
    payment: { refundable: '0.00', refunds: expect.arrayContaining([expect.objectContaining({ amount: '1.50' })]) },
  });

  await page.goto('/admin');
  const refunded = (before + Number(total)).toFixed(2);
  await expect(moneyCard(page).getByText(`$${refunded}`, { exact: true }).first()).toBeVisible();
  expect((await getMoney(page)).refunded).toBe(refunded);
  expect((await getMoney(page)).discrepancies.filter(({ orderId }) => orderId === id)).toEqual([]);
});

test('an admin sees a refund that the bank returned, and repeats it once', async ({ adminPage: page, shop }) => {
  const { id, orderNumber } = await createPaidOrder(shop, await createBuyer(shop), CARDS.refundsFail);
  const data = { amount: '2.00', reason: 'A stain' };
  await readAnswer(page.request.post(`/api/admin/orders/${id}/refunds`, { headers: { origin: shop.url }, data }));
  await expect
    .poll(async () => (await getMoney(page)).discrepancies.some(({ orderId }) => orderId === id), { timeout: 30_000 })
    .toBe(true);
  await page.goto('/admin');
  const difference = moneyCard(page).getByRole('listitem').filter({ hasText: orderNumber });
  await difference.getByRole('button', { name: 'Refund again' }).dblclick();
  await page.getByRole('dialog', { name: 'Refund again?' }).getByRole('button', { name: 'Refund again' }).dblclick();
  await expect(toast(page, 'Resolved')).toBeVisible();
  await expect(difference).toBeHidden();
  const { payment } = await readAnswer<AdminView>(page.request.get(`/api/admin/orders/${id}`));
  expect(payment.refunds.map(({ amount }) => amount)).toEqual(['2.00', '2.00']);
});
