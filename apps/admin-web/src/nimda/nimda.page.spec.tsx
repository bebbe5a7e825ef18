import { stubApi } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { NIMDA_ORDERS, NIMDA_REQUESTS, SUMMARY } from '../testing/builders.js';
import { createOrder, createRequest, resetBrowser, openAdmin, EMPTY_SHOP } from '../testing/open-admin.js';

afterEach(resetBrowser);

describe('/nimda', () => {
  it('shows three stats, ten orders and ten requests with their actions', async () => {
    stubApi({
      ...EMPTY_SHOP,
      'GET /api/admin/stats': { json: { totalOrders: 12, totalRevenue: '10.00', totalProducts: 9, totalUsers: 5 } },
      [NIMDA_ORDERS]: {
        json: Array.from({ length: 10 }, () => createOrder()),
        headers: { link: '</api/admin/orders?limit=10&cursor=x>; rel="next"' },
      },
      [NIMDA_REQUESTS]: {
        json: Array.from({ length: 10 }, (_, index) => createRequest({ status: index < 4 ? 'new' : 'archived' })),
      },
      [SUMMARY]: { json: { new: 4, total: 11 } },
    });
    openAdmin('/nimda');
    expect(await screen.findByText('4 unread')).toBeVisible();
    await screen.findAllByRole('listitem');
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
    const figures = ['Total Orders', 'Customer Requests', 'Total Users'].map(
      (name) => screen.getAllByRole('heading', { name })[0]?.nextElementSibling?.textContent,
    );
    expect(figures).toEqual(['12', '11', '5']);
    expect(within(screen.getByRole('region', { name: 'Recent Orders' })).getAllByRole('listitem')).toHaveLength(10);
    const requests = within(screen.getByRole('region', { name: 'Customer Requests' }));
    expect(requests.getAllByRole('listitem')).toHaveLength(10);
    expect(requests.getAllByRole('button', { name: 'Mark Read' })).toHaveLength(4);
  });

  it.each([
    ['is loading', { after: new Promise(() => undefined) }, '–'],
    ['has failed', { status: 503, text: 'Messages are unavailable right now.' }, '–Not available right now'],
  ])('shows no unread count while the summary %s', async (_, summary, shown) => {
    stubApi({ ...EMPTY_SHOP, [SUMMARY]: summary });
    openAdmin('/nimda');
    const card = (await screen.findAllByRole('heading', { name: 'Customer Requests' }))[0]?.parentElement;
    await waitFor(() => expect(card).toHaveTextContent(`Customer Requests${shown}`));
    expect(screen.queryByText(/unread/)).toBeNull();
  });
});
