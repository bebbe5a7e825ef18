import { stubApi } from '@shop/web-testing';
import { screen, within } from '@testing-library/react';
import { anOrder, aRequest, forgetBrowser, openAdmin, QUIET_SHOP } from '../testing/open-admin.js';

afterEach(forgetBrowser);

describe('/nimda', () => {
  it('has three figures, ten orders and ten requests with their actions', async () => {
    stubApi({
      ...QUIET_SHOP,
      'GET /api/admin/stats': { json: { totalOrders: 12, totalRevenue: '10.00', totalProducts: 9, totalUsers: 5 } },
      'GET /api/admin/orders': { json: Array.from({ length: 12 }, () => anOrder()) },
      'GET /api/admin/contact-submissions': { json: Array.from({ length: 11 }, (_, index) => aRequest({ status: index < 4 ? 'new' : 'archived' })) },
    });
    openAdmin('/nimda');
    expect(await screen.findByText('4 unread')).toBeVisible();
    const figures = ['Total Orders', 'Customer Requests', 'Total Users'].map((name) => screen.getAllByRole('heading', { name })[0]?.nextElementSibling?.textContent);
    expect(figures).toEqual(['12', '11', '5']);
    expect(within(screen.getByRole('region', { name: 'Recent Orders' })).getAllByRole('listitem')).toHaveLength(10);
    const requests = within(screen.getByRole('region', { name: 'Customer Requests' }));
    expect(requests.getAllByRole('listitem')).toHaveLength(10);
    expect(requests.getAllByRole('button', { name: 'Mark Read' })).toHaveLength(4);
  });
});
