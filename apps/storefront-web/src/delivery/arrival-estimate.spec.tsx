import { jest } from '@jest/globals';
import { stubApi } from '@shop/web-testing';
import { act, screen } from '@testing-library/react';
import { checkoutAnswers } from '../testing/checkout-steps.js';
import { aCart, aCartItem, aCustomerOrder } from '../testing/builders.js';
import { ADDRESS, answers, resetCustomize } from '../testing/open-customize.js';
import { openOrder } from '../testing/open-order.js';
import { openShop, setCartCookie } from '../testing/open-shop.js';

const days = (min: number, max: number) => ({ min, max });
const DELIVERY_DAYS = { production: days(2, 4), us: days(3, 4), canada: days(5, 8), europe: days(16, 20), rest: null };
const SHOP = { 'GET /api/shop': { json: { deliveryDays: DELIVERY_DAYS, timeZone: 'UTC', holiday: null } } };
const CART = {
  'GET /api/user': { status: 401, text: 'Not signed in' },
  'GET /api/cart': { json: aCart(aCartItem()) },
};
const estimate = (text: RegExp) =>
  screen.findByText((_, element) => isLine(element) && text.test(element!.textContent));
const isLine = (element: Element | null): boolean =>
  element?.tagName === 'SPAN' && element.textContent.startsWith('Estimated:');
const listEstimates = () => screen.queryAllByText((_, element) => isLine(element));

// A Monday.
beforeEach(
  () =>
    void jest.useFakeTimers({ now: new Date('2026-11-30T12:00:00Z'), doNotFake: ['performance'], advanceTimers: true }),
);
afterEach(() => {
  resetCustomize();
  jest.useRealTimers();
});

describe('the estimated arrival', () => {
  it('is in the cart for the US, beside the price of shipping and the specified line', async () => {
    setCartCookie();
    stubApi({ ...CART, ...SHOP });
    openShop('/cart');
    expect(await estimate(/^Estimated: arrives Dec 7–10 in the US$/)).toBeVisible();
    expect(screen.getByText('Calculated at checkout')).toBeVisible();
    expect(screen.getByText('Flat shipping: $9.99 for the whole order')).toBeVisible();
  });

  it.each([
    ['says nothing', { json: { deliveryDays: { ...DELIVERY_DAYS, us: null } } }],
    ['has no settings', { status: 404, text: 'Not found' }],
  ])('is absent from a shop that %s', async (_, answer) => {
    setCartCookie();
    stubApi({ ...CART, 'GET /api/shop': answer });
    openShop('/cart');
    expect(await screen.findByText('Flat shipping: $9.99 for the whole order')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(listEstimates()).toEqual([]);
  });

  it('is on the page of a design', async () => {
    stubApi({ ...answers(), ...SHOP });
    openShop(ADDRESS);
    expect(await screen.findByText('Flat shipping: $9.99 for the whole order')).toBeVisible();
    expect(await estimate(/Dec 7–10 in the US$/)).toBeVisible();
  });

  it('follows the country that is typed at the checkout', async () => {
    setCartCookie();
    stubApi({ ...checkoutAnswers(), ...SHOP });
    const { user } = openShop('/checkout');
    expect(await estimate(/Dec 7–10 in the US$/)).toBeVisible();
    const country = screen.getByLabelText('Country');
    await user.clear(country);
    await user.type(country, 'Germany');
    expect(await estimate(/Dec 24 – Jan 1 in Europe$/)).toBeVisible();
    await user.clear(country);
    await user.type(country, 'Atlantis');
    expect(listEstimates()).toEqual([]);
    await user.clear(country);
    await user.type(country, 'JP');
    expect(listEstimates()).toEqual([]);
  });
});

describe('the estimated arrival of an order', () => {
  const arrival = { from: '2026-12-07', until: '2026-12-10' };
  const open = (status: 'paid' | 'shipped' | 'delivered', given = arrival) => {
    const customerOrder = aCustomerOrder(
      { status, arrival: given },
      status === 'paid' ? {} : { changeableUntil: null },
    );
    return openOrder(customerOrder);
  };
  const text = () => document.body.textContent;

  it.each(['paid', 'shipped'] as const)('is shown while it is %s', async (status) => {
    await open(status);
    expect(text()).toContain('Estimated: arrives Dec 7–10.');
    expect(text()).not.toContain('It is late');
  });

  it('is not shown once it is there', async () => {
    await open('delivered');
    expect(text()).not.toContain('Estimated');
  });

  it('says that it is late after its last day', async () => {
    await open('shipped', { from: '2026-11-24', until: '2026-11-27' });
    expect(text()).toContain('Nov 24–27. It is late: please write to us under Contact, with the order number.');
  });
});
