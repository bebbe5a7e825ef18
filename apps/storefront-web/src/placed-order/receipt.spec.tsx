import { act, screen, within } from '@testing-library/react';
import { jest } from '@jest/globals';
import { aCustomerOrder } from '../testing/builders.js';
import { openOrder } from '../testing/open-order.js';
import { resetBrowser } from '../testing/open-shop.js';

afterEach(resetBrowser);

const receipt = () => document.querySelector<HTMLElement>('[data-receipt]');
const print = (event: 'beforeprint' | 'afterprint') => act(() => void window.dispatchEvent(new Event(event)));
/** The amounts, by what stands before them. */
const sums = (paper: HTMLElement) =>
  [...paper.querySelectorAll('dl:last-of-type > div')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );

describe('a receipt', () => {
  it('is printed by its button, and stands on the page only while the browser prints', async () => {
    const onPrint = jest.fn();
    window.print = onPrint;
    const { user } = await openOrder();
    await user.click(screen.getByRole('button', { name: 'Print Receipt' }));
    expect(onPrint).toHaveBeenCalledTimes(1);
    expect(receipt()).toBeNull();
    print('beforeprint');
    expect(receipt()).not.toBeNull();
    print('afterprint');
    expect(receipt()).toBeNull();
  });

  it('is not offered before there was any money', async () => {
    await openOrder(aCustomerOrder({ status: 'created', paymentStatus: 'pending' }, { changeableUntil: null }));
    expect(screen.queryByRole('button', { name: 'Print Receipt' })).not.toBeInTheDocument();
  });

  it('says what was ordered, by whom, for how much, and that it is paid', async () => {
    await openOrder();
    print('beforeprint');
    const paper = receipt()!;
    for (const shown of [
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
      expect(within(paper).getAllByText(shown)[0]).toBeInTheDocument();
    expect(within(paper).getByText(/^November 18, 2026, \d\d:\d\d \S+$/)).toBeInTheDocument();
    expect(within(paper).getByText(/^Paid on November 18, 2026, \d\d:\d\d \S+$/)).toBeInTheDocument();
    expect(sums(paper)).toEqual([
      ['Subtotal', '$48.00'],
      ['Shipping', '$9.99'],
      ['Tax (8 %)', '$3.84'],
      ['Total', '$61.83'],
    ]);
  });

  it('names what went back, and what is on its way', async () => {
    const at = '2026-11-19T10:00:00.000Z';
    const refunds = [
      { amount: '5.00', requestedAt: at, refundedAt: at, state: 'back' as const },
      { amount: '56.83', requestedAt: '2026-11-20T10:00:00.000Z', refundedAt: null, state: 'failed' as const },
      { amount: '56.83', requestedAt: '2026-11-21T10:00:00.000Z', refundedAt: null, state: 'on-its-way' as const },
    ];
    await openOrder(
      aCustomerOrder({ status: 'cancelled', paymentStatus: 'refunded' }, { changeableUntil: null, refunds }),
    );
    print('beforeprint');
    expect(sums(receipt()!).slice(-3)).toEqual([
      ['Refunded', '−$5.00'],
      ['Refund that did not go through', '$56.83'],
      ['Refund on its way', '−$56.83'],
    ]);
    expect(within(receipt()!).getByText('Refunded to the card or account it was paid from')).toBeInTheDocument();
  });
});
