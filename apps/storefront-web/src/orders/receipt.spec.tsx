import { act, screen, within } from '@testing-library/react';
import { jest } from '@jest/globals';
import { aCustomerOrder } from '../testing/builders.js';
import { openOrder } from '../testing/open-order.js';
import { resetBrowser } from '../testing/open-shop.js';

afterEach(resetBrowser);

const findReceipt = () => document.querySelector<HTMLElement>('[data-receipt]');
const dispatchPrintEvent = (event: 'beforeprint' | 'afterprint') =>
  act(() => void window.dispatchEvent(new Event(event)));
/** The labels and amounts. */
const getAmounts = (paper: HTMLElement) =>
  [...paper.querySelectorAll('dl:last-of-type > div')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );

describe('receipt', () => {
  it('is printed by its button and rendered only while the browser prints', async () => {
    const onPrint = jest.fn();
    window.print = onPrint;
    const { user } = await openOrder();
    await user.click(screen.getByRole('button', { name: 'Print Receipt' }));
    expect(onPrint).toHaveBeenCalledTimes(1);
    expect(findReceipt()).toBeNull();
    dispatchPrintEvent('beforeprint');
    expect(findReceipt()).not.toBeNull();
    expect(document.documentElement).toHaveAttribute('data-prints-receipt');
    dispatchPrintEvent('afterprint');
    expect(findReceipt()).toBeNull();
    expect(document.documentElement).not.toHaveAttribute('data-prints-receipt');
  });

  it('is not offered for an unpaid order', async () => {
    await openOrder(aCustomerOrder({ status: 'created', paymentStatus: 'pending' }, { changeableUntil: null }));
    expect(screen.queryByRole('button', { name: 'Print Receipt' })).not.toBeInTheDocument();
  });

  it('shows customer, items, amounts and payment', async () => {
    await openOrder();
    dispatchPrintEvent('beforeprint');
    const paper = findReceipt()!;
    for (const text of [
      'PetArt',
      'Receipt',
      'PA-7K3M9QXW2T',
      'Pat Doe',
      'guest@example.com',
      'Classic T-Shirt',
      'M',
      '2',
      '$24.00',
      '$48.00',
    ])
      expect(within(paper).getAllByText(text)[0]).toBeInTheDocument();
    expect(within(paper).getByText(/^November 18, 2026, \d\d:\d\d \S+$/)).toBeInTheDocument();
    expect(within(paper).getByText(/^Paid on November 18, 2026, \d\d:\d\d \S+$/)).toBeInTheDocument();
    expect(getAmounts(paper)).toEqual([
      ['Subtotal', '$48.00'],
      ['Shipping', '$9.99'],
      ['Tax (8 %)', '$3.84'],
      ['Total', '$61.83'],
    ]);
  });

  it('lists completed, failed and pending refunds', async () => {
    const at = '2026-11-19T10:00:00.000Z';
    const refunds = [
      { amount: '5.00', requestedAt: at, refundedAt: at, state: 'back' as const },
      { amount: '56.83', requestedAt: '2026-11-20T10:00:00.000Z', refundedAt: null, state: 'failed' as const },
      { amount: '56.83', requestedAt: '2026-11-21T10:00:00.000Z', refundedAt: null, state: 'on-its-way' as const },
    ];
    await openOrder(
      aCustomerOrder({ status: 'cancelled', paymentStatus: 'refunded' }, { changeableUntil: null, refunds }),
    );
    dispatchPrintEvent('beforeprint');
    expect(getAmounts(findReceipt()!).slice(-3)).toEqual([
      ['Refunded', '−$5.00'],
      ['Refund that did not go through', '$56.83'],
      ['Refund on its way', '−$56.83'],
    ]);
    expect(within(findReceipt()!).getByText('Refunded to the card or account it was paid from')).toBeInTheDocument();
  });
});
