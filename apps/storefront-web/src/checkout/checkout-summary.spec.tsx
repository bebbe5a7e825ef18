import { dollars, formatCents } from '@shop/contracts/common';
import { orderTotals } from '@shop/contracts/order';
import { cleanup, render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { aCart, aCartItem, anOrder } from '../testing/builders.js';
import { CheckoutSummary } from './components/checkout-summary.js';
import { OrderSummary } from './components/order-summary.js';

afterEach(cleanup);

const line = fc.record({ cents: fc.integer({ min: 1, max: 999_999 }), quantity: fc.integer({ min: 1, max: 20 }) });

const shownOf = (label: string): string | null | undefined =>
  screen.getByText(label, { exact: true }).nextElementSibling?.textContent;

describe('the sums of the checkout', () => {
  it('are the server’s, to the cent, for any cart', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
        const items = lines.map(({ cents, quantity }) =>
          aCartItem({ id: crypto.randomUUID(), unitPrice: formatCents(cents), quantity }),
        );
        const subtotalCents = lines.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0);
        const { unmount } = render(
          <CheckoutSummary cart={{ ...aCart(...items), subtotal: formatCents(subtotalCents) }} />,
        );
        const sums = orderTotals(subtotalCents);
        const shown = [shownOf('Subtotal'), shownOf('Shipping'), shownOf('Tax'), shownOf('Total')];
        unmount();
        expect(shown).toEqual(
          [sums.subtotalCents, sums.shippingCents, sums.taxCents, sums.totalCents].map((cents) =>
            dollars(formatCents(cents)),
          ),
        );
      }),
      { numRuns: 40 },
    );
  });
});

describe('the lines of the checkout', () => {
  const item = aCartItem({ variantSelections: { size: 'M' } });
  const order = anOrder();
  const ordered = (given: object) => ({
    ...order,
    items: order.items.map((each) => ({ ...each, productId: item.productId, ...given })),
  });
  const onProduct = () => screen.queryByRole('img', { name: 'Your artwork on Classic T-Shirt' });

  it('show what is bought as it will look, before and after the address is given', () => {
    render(<CheckoutSummary cart={aCart(item)} />);
    expect(onProduct()).toHaveAttribute('src', '/pictures/tshirt-white.svg');
    cleanup();
    render(<OrderSummary order={ordered({})} cart={aCart(item)} />);
    expect(onProduct()).toHaveAttribute('src', '/pictures/tshirt-white.svg');
  });

  it.each([null, { id: item.id, title: '', imageUrl: null }])(
    'have the name Product where there is none: %j',
    (product) => {
      render(<CheckoutSummary cart={aCart({ ...item, product })} />);
      expect(screen.getByText('Product')).toBeVisible();
    },
  );

  it.each([
    ['the mock-up, where there is one', { mockupUrl: '/media/mock-up' }, '/media/mock-up'],
    [
      'the artwork, of choices that are no longer in the cart',
      { variantSelections: { size: 'L' }, generatedImage: { id: item.id, url: '/media/art' } },
      '/media/art',
    ],
  ])('show %s', (_, given, src) => {
    render(<OrderSummary order={ordered(given)} cart={aCart(item)} />);
    expect(onProduct()).toBeNull();
    expect(document.querySelector('img')).toHaveAttribute('src', src);
  });
});
