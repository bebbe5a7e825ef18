import { waitForAddress, stubApi } from '@shop/web-testing';
import { screen, within } from '@testing-library/react';
import { REQUESTS, SUMMARY } from './testing/builders.js';
import { createRequest, resetBrowser, openAdmin, EMPTY_SHOP } from './testing/open-admin.js';

afterEach(resetBrowser);

describe('AdminPage', () => {
  it('starts with the stats', async () => {
    stubApi({
      ...EMPTY_SHOP,
      'GET /api/admin/stats': { json: { totalOrders: 7, totalRevenue: '1234.50', totalProducts: 12, totalUsers: 3 } },
    });
    openAdmin('/admin');
    const figures = within(await screen.findByRole('group', { name: 'Figures' }));
    expect(await figures.findByText('$1234.50')).toBeVisible();
    expect(
      figures.getAllByRole('heading').map((heading) => [heading.textContent, heading.nextElementSibling?.textContent]),
    ).toEqual([
      ['Total Orders', '7'],
      ['Revenue', '$1234.50'],
      ['Products', '12'],
      ['Users', '3'],
    ]);
  });

  it('shows a revenue larger than any single order', async () => {
    stubApi({
      ...EMPTY_SHOP,
      'GET /api/admin/stats': {
        json: { totalOrders: 10_001, totalRevenue: '20343501535.91', totalProducts: 12, totalUsers: 3 },
      },
    });
    openAdmin('/admin');
    expect(await screen.findByText('$20343501535.91')).toBeVisible();
  });

  it('shows an error when the stats fail to load, and retries', async () => {
    const server = stubApi({
      ...EMPTY_SHOP,
      'GET /api/admin/stats': { status: 403, text: 'Orders are unavailable right now.' },
    });
    const { user } = openAdmin('/admin');
    expect(await screen.findByText('Orders are unavailable right now.')).toBeVisible();
    server.responses['GET /api/admin/stats'] = EMPTY_SHOP['GET /api/admin/stats'];
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await within(await screen.findByRole('group', { name: 'Figures' })).findByText('$0.00')).toBeVisible();
  });

  it('names the parts of the shop that do not work', async () => {
    stubApi({
      ...EMPTY_SHOP,
      'GET /readyz': { status: 503, json: { parts: { support: { state: 'degraded', parts: { mail: 'refused' } } } } },
    });
    openAdmin('/admin');
    const card = within(await screen.findByRole('status', { name: 'Parts that do not work' }));
    expect(card.getByText(/^The mail server refuses this shop/)).toBeVisible();
  });

  it('keeps the tab in the URL for a reload', async () => {
    stubApi(EMPTY_SHOP);
    const { user, close } = openAdmin('/admin');
    await user.click(await screen.findByRole('tab', { name: 'Orders' }));
    await waitForAddress('/admin?tab=orders');
    close();
    openAdmin('/admin?tab=orders');
    expect(await screen.findByText('No orders yet')).toBeVisible();
  });

  it('counts unread requests', async () => {
    stubApi({ ...EMPTY_SHOP, [SUMMARY]: { json: { new: 2, total: 3 } } });
    openAdmin('/admin');
    expect(await screen.findByLabelText('2 new')).toHaveTextContent('2');
  });

  it.each([
    ['the server has no summary', { status: 404, text: 'Not found' }],
    ['the server takes "summary" for an id', { status: 400, text: 'Not an id' }],
    ['the server answers unknown paths with its start page', { text: '<!doctype html>' }],
    ['the summary has another shape', { json: { message: 'A request' } }],
  ])('counts unread requests in the list when %s, and again after a change', async (_, summary) => {
    const request = createRequest();
    const list = 'GET /api/admin/contact-submissions';
    const path = `/api/admin/contact-submissions/${request.id}/status`;
    const server = stubApi({
      ...EMPTY_SHOP,
      [SUMMARY]: summary,
      [list]: { json: [request, createRequest(), createRequest({ status: 'read' })] },
      [REQUESTS]: { json: [request] },
      [`PATCH ${path}`]: { json: {} },
    });
    const { user } = openAdmin('/admin?tab=requests');
    expect(await screen.findByLabelText('2 new')).toHaveTextContent('2');
    server.responses[list] = { json: [{ ...request, status: 'read' }, createRequest()] };
    await user.click(await screen.findByRole('button', { name: 'Mark Read' }));
    expect(await screen.findByLabelText('1 new')).toBeVisible();
    expect(server.callsTo(SUMMARY).length).toBe(1);
  });

  it('shows no badge without unread requests', async () => {
    stubApi({
      ...EMPTY_SHOP,
      [SUMMARY]: { json: { new: 0, total: 1 } },
      [REQUESTS]: { json: [createRequest({ status: 'archived' })] },
    });
    openAdmin('/admin?tab=requests');
    await screen.findByText('Nora Lind');
    expect(screen.queryByLabelText(/new/)).toBeNull();
  });
});
