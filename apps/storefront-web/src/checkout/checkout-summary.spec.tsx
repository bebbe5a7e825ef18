import { formatCents, formatDollars } from '@shop/contracts-common';
import { computeOrderTotals } from '@shop/contracts-order';
import { cleanup, render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { aCart, aCartItem, anOrder } from '../testing/builders.js';
import { CheckoutSummary, OrderSummary } from './checkout-summary.js';

afterEach(cleanup);

const line = fc.record({ cents: fc.integer({ min: 1, max: 999_999 }), quantity: fc.integer({ min: 1, max: 20 }) });

const getAmount = (label: string): string | null | undefined =>
  screen.getByText(label, { exact: true }).nextElementSibling?.textContent;

describe('checkout amounts', () => {
  it('equal the server’s amounts to the cent for any cart', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
        const items = lines.map(({ cents, quantity }) =>
          aCartItem({ id: crypto.randomUUID(), unitPrice: formatCents(cents), quantity }),
        );
        const subtotalCents = lines.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0);
        const { unmount } = render(
          <CheckoutSummary cart={{ ...aCart(...items), subtotal: formatCents(subtotalCents) }} />,
        );
        const sums = computeOrderTotals(subtotalCents);
        const displayed = [getAmount('Subtotal'), getAmount('Shipping'), getAmount('Tax'), getAmount('Total')];
        unmount();
        expect(displayed).toEqual(
          [sums.subtotalCents, sums.shippingCents, sums.taxCents, sums.totalCents].map((cents) =>
            formatDollars(formatCents(cents)),
          ),
        );
      }),
      { numRuns: 40 },
    );
  });
});

describe('checkout lines', () => {
  const item = aCartItem({ variantSelections: { size: 'M' } });
  const order = anOrder();
  const orderWith = (given: object) => ({
    ...order,
    items: order.items.map((each) => ({ ...each, productId: item.productId, ...given })),
  });
  const queryPreview = () => screen.queryByRole('img', { name: 'Your artwork on Classic T-Shirt' });

  it('show the artwork on the product before and after the address is confirmed', () => {
    render(<CheckoutSummary cart={aCart(item)} />);
    expect(queryPreview()).toHaveAttribute('src', '/pictures/tshirt-white.svg');
    cleanup();
    render(<OrderSummary order={orderWith({})} cart={aCart(item)} />);
    expect(queryPreview()).toHaveAttribute('src', '/pictures/tshirt-white.svg');
  });

  it.each([null, { id: item.id, title: '', imageUrl: null }])('fall back to the title Product: %j', (product) => {
    render(<CheckoutSummary cart={aCart({ ...item, product })} />);
    expect(screen.getByText('Product')).toBeVisible();
  });

  it.each([
    ['the mock-up if there is one', { mockupUrl: '/media/mock-up' }, '/media/mock-up'],
    [
      'the artwork if the variants are no longer in the cart',
      { variantSelections: { size: 'L' }, generatedImage: { id: item.id, url: '/media/art' } },
      '/media/art',
    ],
  ])('show %s', (_, given, src) => {
    render(<OrderSummary order={orderWith(given)} cart={aCart(item)} />);
    expect(queryPreview()).toBeNull();
    expect(document.querySelector('img')).toHaveAttribute('src', src);
  });
});
