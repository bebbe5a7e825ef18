import { ORDER_BEING_PRINTED } from '@shop/contracts-order';
import { createDeferred, findToast, type StubbedResponse } from '@shop/web-testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { aCustomerOrder, NO_MONEY_BACK } from '../testing/builders.js';
import { openOrder } from '../testing/open-order.js';
import { resetBrowser } from '../testing/open-shop.js';
import { restoreImage, stubImage } from '../testing/browser-stubs.js';

beforeEach(() => stubImage({ width: 1024, height: 1024 }));
afterEach(() => {
  restoreImage();
  resetBrowser();
});

describe('cancelling an order', () => {
  it.each([
    [{ refunded: '10.00', retained: '51.83' }, /and the \$51\.83 that is left goes back/],
    [{ retained: '61.83', isDisputed: true }, /your bank, which decides about the disputed payment/],
  ])('promises only what can be refunded: %o', async (money, text) => {
    const { user } = await openOrder(aCustomerOrder({}, { refundSummary: { ...NO_MONEY_BACK, ...money } }));
    await user.click(screen.getByRole('button', { name: 'Cancel Order' }));
    expect(within(screen.getByRole('alertdialog')).getByText(text)).toBeVisible();
  });

  it('says what is refunded, asks for confirmation and sends one request', async () => {
    const { user, api, order, address } = await openOrder();
    const call = `POST ${address}/cancel`;
    const refunds = [
      { amount: '61.83', requestedAt: new Date().toISOString(), refundedAt: null, state: 'on-its-way' as const },
    ];
    api.responses[call] = {
      json: aCustomerOrder({ ...order, status: 'cancelled' }, { changeableUntil: null, refunds }),
    };
    await user.click(screen.getByRole('button', { name: 'Cancel Order' }));
    const dialog = screen.getByRole('alertdialog', { name: 'Cancel this order?' });
    expect(within(dialog).getByText(/the whole \$61\.83 goes back/)).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Keep Order' }));
    expect(api.callsTo(call)).toHaveLength(0);
    expect(screen.getByRole('button', { name: 'Cancel Order' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Cancel Order' }));
    await user.dblClick(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel Order' }));
    await findToast('Order cancelled', '$61.83 is on its way back to your card or account.');
    expect(api.callsTo(call)).toHaveLength(1);
    expect(screen.getByRole('heading', { level: 2, name: 'Cancelled' })).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  it('shows in place that it is too late', async () => {
    const { user, api, address } = await openOrder();
    api.responses[`POST ${address}/cancel`] = { status: 409, text: ORDER_BEING_PRINTED };
    await user.click(screen.getByRole('button', { name: 'Cancel Order' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel Order' }));
    expect(await screen.findByText(ORDER_BEING_PRINTED)).toBeVisible();
    expect(api.callsTo(`GET ${address}`).length).toBeGreaterThan(1);
  });

  describe('before the response arrives', () => {
    async function submitCancellation(
      status: 'cancelled' | 'processing',
      answer: (cancelled: ReturnType<typeof aCustomerOrder>) => StubbedResponse,
    ) {
      const openedOrder = await openOrder();
      const { user, api, order, address, streams } = openedOrder;
      const { promise: pendingResponse, resolve: sendResponse } = createDeferred<undefined>();
      const changedOrder = aCustomerOrder({ ...order, status }, { changeableUntil: null });
      api.responses[`POST ${address}/cancel`] = { ...answer(changedOrder), after: pendingResponse };
      await user.click(screen.getByRole('button', { name: 'Cancel Order' }));
      await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel Order' }));
      act(() => streams.opened[0]?.emit('order', changedOrder));
      await screen.findByRole('heading', {
        level: 2,
        name: status === 'cancelled' ? 'Cancelled' : 'Printing',
        hidden: true,
      });
      return { sendResponse: () => sendResponse(undefined) };
    }

    it('closes when the stream reports the cancellation and shows one toast', async () => {
      const { sendResponse } = await submitCancellation('cancelled', (json) => ({ json }));
      expect(screen.queryByText(ORDER_BEING_PRINTED)).not.toBeInTheDocument();
      await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
      await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
      sendResponse();
      await findToast('Order cancelled', '$61.83 is on its way back to your card or account.');
    });

    it('waits for the response before it says that it is too late', async () => {
      const { sendResponse } = await submitCancellation('processing', () => ({
        status: 409,
        text: ORDER_BEING_PRINTED,
      }));
      expect(screen.queryByText(ORDER_BEING_PRINTED)).not.toBeInTheDocument();
      expect(screen.getByRole('button', { name: 'Cancelling...' })).toBeVisible();
      sendResponse();
      expect(await screen.findByText(ORDER_BEING_PRINTED)).toBeVisible();
    });
  });
});
