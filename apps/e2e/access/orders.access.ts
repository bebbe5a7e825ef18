import { payByCall, placeOrder } from '../support/checkout.ts';
import { change, refuse } from '../support/network.ts';
import { theBuyer } from '../support/orders.ts';
import { becomes, expect, must, test } from '../support/people.ts';
import { fillCart } from '../support/screens.ts';
import { inspect } from './support/inspect.ts';

test.describe('what may become of an order is accessible', () => {
  test('another size, while its print file is made', async ({ artistAlone: page, drawing, tee }) => {
    await fillCart(page.request, drawing, [{ product: tee, selections: { size: 'M', color: 'White' } }]);
    const placed = await placeOrder(page.request, 'guest@example.com');
    expect(await payByCall(page.request, placed)).toBe(200);
    const { order } = await must<{ order: { id: string } }>(
      page.request.get(`/api/checkout/orders/${placed.intentId}`),
    );
    await page.goto(`/orders/${order.id}`);
    await page.getByRole('button', { name: /^Change size/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Change size' });
    await dialog.getByRole('radio', { name: 'L', exact: true }).check();
    await inspect(page, 'another size');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Your changes are not saved. Discard them?')).toBeVisible();
    await inspect(page, 'another size that is not saved');
  });

  test('a print file that could not be made', async ({ visitor: page, shop }) => {
    const buyer = await theBuyer(shop);
    await becomes(page, buyer);
    const orders = await must<{ id: string; orderNumber: string }[]>(buyer.api.get('/api/orders'));
    const id = orders.find(({ orderNumber }) => orderNumber === buyer.numbers.paid)?.id;
    await change<{ prints: object[] }>(page, `GET /api/orders/${id}`, (order) => ({
      ...order,
      prints: order.prints.map((print) => ({ ...print, state: 'failed', fileUrl: null, mockupUrl: null })),
    }));
    // The stream would tell of the file that there is.
    await refuse(page, `GET /api/orders/${id}/live`, 503, 'Not now.');
    await page.goto(`/orders/${id}`);
    await expect(page.getByText('The print file needs a look from us.')).toBeVisible();
    await inspect(page, 'a print file that could not be made');
  });

  test('an order that is not there', async ({ customer: page }) => {
    await page.goto(`/orders/${crypto.randomUUID()}`);
    await expect(page.getByText("We couldn't find that order")).toBeVisible();
    await inspect(page, 'an order that is not there');
  });
});
