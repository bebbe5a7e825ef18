import { findToast, stubApi } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { aCustomerOrder, aDesign, anOwnOrder, signedIn } from '../testing/builders.js';
import { openOrder } from '../testing/open-order.js';
import { openShop, resetBrowser } from '../testing/open-shop.js';

const PLACED = 'GET /api/checkout/orders/pi_1';
const RETURN = '/order-complete?payment_intent=pi_1';
const findPanel = () => screen.findByRole('region', { name: 'Keep your designs and orders' });

afterEach(resetBrowser);

describe('what a guest has in this browser', () => {
  it('is offered on the first step of the wizard, with an account to keep it', async () => {
    const [design, drawing, order] = [aDesign({ petName: 'Rex' }), aDesign({ status: 'processing' }), anOwnOrder()];
    stubApi({
      'GET /api/guest/designs': { json: [drawing, design] },
      'GET /api/guest/orders': { json: [order] },
    });
    openShop('/create');
    const panel = within(await findPanel());
    expect(
      panel
        .getAllByRole('link')
        .map((link) => [link.getAttribute('aria-label') ?? link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['Create Account', '/auth?mode=register'],
      ['Sign In', '/auth'],
      [
        'Create a product with the artwork of Rex',
        `/customize?imageId=${design.outputImageId}&imageUrl=${encodeURIComponent(design.outputImage!.url)}`,
      ],
      [`Order ${order.orderNumber}`, `/orders/${order.id}`],
    ]);
  });

  it('is offered after a payment, without the order that the page shows', async () => {
    const [placed, earlier] = [anOwnOrder(), anOwnOrder({ orderNumber: 'PA-EARLIER' })];
    stubApi({
      [PLACED]: { json: { state: 'paid', paymentMessage: null, order: placed } },
      'GET /api/guest/orders': { json: [placed, earlier] },
    });
    openShop(RETURN);
    const orders = within(await findPanel()).getByRole('list', { name: 'Your orders' });
    expect(
      within(orders)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Order PA-EARLIER']);
  });

  it('is not asked for by a customer who is signed in', async () => {
    const api = stubApi({ ...signedIn, 'GET /api/cart': { json: { items: [], subtotal: '0.00', itemCount: 0 } } });
    openShop('/create');
    await screen.findByRole('heading', { name: 'Upload a photo of your pet' });
    await waitFor(() => expect(api.callsTo('GET /api/user')).toHaveLength(1));
    expect(api.unexpected).toEqual([]);
  });
});

describe('the order of a guest, opened by the link of an email', () => {
  it('is added to the account of a signed-in customer once', async () => {
    const { user, api, address, order } = await openOrder(aCustomerOrder({}, { isGuestOrder: true }), signedIn);
    const add = `POST ${address}/account`;
    api.responses[add] = { json: aCustomerOrder(order) };
    await user.dblClick(await screen.findByRole('button', { name: 'Add to my orders' }));
    await findToast('Added to your orders', 'You find it in My Orders.');
    expect(api.callsTo(add)).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Add to my orders' })).not.toBeInTheDocument();
  });

  it('is not offered to a guest', async () => {
    await openOrder(aCustomerOrder({}, { isGuestOrder: true }));
    expect(screen.queryByRole('button', { name: 'Add to my orders' })).not.toBeInTheDocument();
  });
});
