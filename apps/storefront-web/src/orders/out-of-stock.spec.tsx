import { findToast, stubApi } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { aCustomerOrder, anOrder, anOwnOrder, aPrint, signedIn } from '../testing/builders.js';
import { openOrder } from '../testing/open-order.js';
import { openShop, resetBrowser } from '../testing/open-shop.js';
import { restoreImage, stubImage } from '../testing/browser-stubs.js';

beforeEach(() => stubImage({ width: 1024, height: 1024 }));
afterEach(() => {
  restoreImage();
  resetBrowser();
});

/** A paid order after its change window, whose size M is out of stock at the printer. */
function anOrderOutOfStock(sizes = ['S', 'L']) {
  const order = anOrder();
  const print = aPrint(order.items[0]!.id, {
    isOutOfStock: true,
    choices: sizes.map((size) => ({ selections: { size }, refund: '0.00' })),
  });
  return aCustomerOrder(order, { changeableUntil: null, isOutOfStock: true, prints: [print] });
}

describe('an order with an item that is out of stock', () => {
  it('takes another size, after the change window and without the sold-out one', async () => {
    const known = anOrderOutOfStock();
    const { user, api, item, address } = await openOrder(known);
    expect(screen.getByRole('heading', { name: 'Out of stock' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Change (placement|address)/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Choose another size of Classic T-Shirt' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Choose another size' }));
    expect(dialog.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual(['S', 'L']);
    expect(dialog.getAllByRole('radio').filter((radio) => (radio as HTMLInputElement).checked)).toEqual([]);
    expect(dialog.getByText(/what costs no more than you paid/)).toBeVisible();

    const call = `PATCH ${address}/items/${item.id}`;
    api.responses[call] = {
      json: { ...known, isOutOfStock: undefined, prints: [aPrint(item.id, { state: 'making' })] },
    };
    await user.click(dialog.getByRole('radio', { name: 'L' }));
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    await findToast('Size changed', 'Your print file is made again.');
    expect(api.callsTo(call).map(({ body }) => body)).toEqual([{ variantSelections: { size: 'L' } }]);
    expect(await screen.findByRole('heading', { name: 'Paid, about to be printed' })).toBeVisible();
    expect(screen.queryByText('Out of stock.')).not.toBeInTheDocument();
  });

  it('is cancelled for the money back', async () => {
    const known = anOrderOutOfStock();
    const { user, api, address } = await openOrder(known);
    const cancelled = aCustomerOrder(
      { ...known.order, status: 'cancelled', paymentStatus: 'refunded' },
      { changeableUntil: null },
    );
    api.responses[`POST ${address}/cancel`] = { json: cancelled };
    await user.click(screen.getByRole('button', { name: 'Cancel Order' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/the whole \$61\.83 goes back/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancel Order' }));
    await waitFor(() => expect(api.callsTo(`POST ${address}/cancel`)).toHaveLength(1));
    expect(await screen.findByRole('heading', { name: /^Cancelled/ })).toBeVisible();
  });

  it('offers only the cancellation if there is no other size', async () => {
    await openOrder(anOrderOutOfStock([]));
    expect(screen.queryByRole('button', { name: /Choose another size/ })).not.toBeInTheDocument();
    expect(screen.getByText(/there is no other choice at this price/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Cancel Order' })).toBeVisible();
  });

  it('says so in My Orders', async () => {
    stubApi({ ...signedIn, 'GET /api/orders': { json: [{ ...anOwnOrder(), isOutOfStock: true }] } });
    openShop('/orders');
    expect(await screen.findByText('Out of stock')).toBeVisible();
    expect(screen.getByText(/Choose something else for it, or cancel the order/)).toBeVisible();
  });
});
