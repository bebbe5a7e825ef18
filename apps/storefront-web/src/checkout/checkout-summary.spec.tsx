import { dollars, formatCents } from '@shop/contracts/common';
import { orderTotals } from '@shop/contracts/order';
import { render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { aCart, aCartItem } from '../testing/builders.js';
import { CheckoutSummary } from './components/checkout-summary.js';

const line = fc.record({ cents: fc.integer({ min: 1, max: 999_999 }), quantity: fc.integer({ min: 1, max: 20 }) });

const shownOf = (label: string): string | null | undefined => screen.getByText(label, { exact: true }).nextElementSibling?.textContent;

describe('the sums of the checkout', () => {
  it('are the server’s, to the cent, for any cart', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
        const items = lines.map(({ cents, quantity }) => aCartItem({ id: crypto.randomUUID(), unitPrice: formatCents(cents), quantity }));
        const subtotalCents = lines.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0);
        const { unmount } = render(<CheckoutSummary cart={{ ...aCart(...items), subtotal: formatCents(subtotalCents) }} />);
        const sums = orderTotals(subtotalCents);
        const shown = [shownOf('Subtotal'), shownOf('Shipping'), shownOf('Tax'), shownOf('Total')];
        unmount();
        expect(shown).toEqual([sums.subtotalCents, sums.shippingCents, sums.taxCents, sums.totalCents].map((cents) => dollars(formatCents(cents))));
      }),
      { numRuns: 40 },
    );
  });
});
