import { screen } from '@testing-library/react';
import { stubApi } from '@shop/web-testing';
import { aCustomerOrder } from './testing/builders.js';
import { openOrder } from './testing/open-order.js';
import { openShop, resetBrowser } from './testing/open-shop.js';

afterEach(resetBrowser);

const SHOP = 'GET /api/shop';
const HOLIDAY = { json: { holiday: { shipsFrom: '2027-01-04', message: 'Happy new year!' } } };
const LINE = 'We are on holiday: orders ship from January 4, 2027. Happy new year!';
const tracking = { carrier: 'Post', number: '12 3', url: null };
const shipped = () => aCustomerOrder({ status: 'shipped' }, { changeableUntil: null, tracking });
const isLine = (_: string, element: Element | null): boolean =>
  element?.tagName === 'SPAN' && element.textContent === LINE;

describe('the settings of the shop', () => {
  it('have the carrier at whose page a parcel is followed', async () => {
    const carriers = [{ name: 'Post', trackingUrl: 'https://post.example/{number}' }];
    await openOrder(shipped(), { [SHOP]: { json: { carriers } } });
    const link = await screen.findByRole('link', { name: /Follow the parcel at Post/ });
    expect(link).toHaveAttribute('href', 'https://post.example/123');
  });

  it.each([
    ['fails', { status: 503, text: 'Down' }],
    ['has other fields', { json: { carriers: 'all', holiday: 7, seller: null } }],
  ])('change nothing if the call %s', async (_, answer) => {
    await openOrder(
      aCustomerOrder({ status: 'shipped' }, { changeableUntil: null, tracking: { ...tracking, carrier: 'UPS' } }),
      {
        [SHOP]: answer,
      },
    );
    expect(screen.getByRole('link', { name: /Follow the parcel at UPS/ })).toHaveAttribute(
      'href',
      'https://www.ups.com/track?tracknum=123',
    );
    expect(screen.queryByText(/holiday/)).toBeNull();
  });

  it('have a holiday, which an order shows until it is sent', async () => {
    await openOrder(aCustomerOrder(), { [SHOP]: HOLIDAY });
    expect(await screen.findByText(isLine)).toBeVisible();
    resetBrowser();
    const { api } = await openOrder(shipped(), { [SHOP]: HOLIDAY });
    expect(api.callsTo(SHOP)).toHaveLength(1);
    expect(screen.queryByText(/holiday/)).toBeNull();
  });

  it.each(['/products', '/cart', '/checkout'])('have a holiday, which %s shows', async (address) => {
    stubApi({ [SHOP]: HOLIDAY, 'GET /api/products': { json: [] } });
    openShop(address);
    expect(await screen.findByText(isLine)).toBeVisible();
  });
});
