import { jest } from '@jest/globals';
import { stubApi } from '@shop/web-testing';
import { act, screen, waitFor } from '@testing-library/react';
import { ORDERS, PRODUCTS, REQUESTS } from '../testing/builders.js';
import {
  createOrder,
  createProduct,
  createRequest,
  EMPTY_SHOP,
  openAdmin,
  resetBrowser,
} from '../testing/open-admin.js';

const FIND_ORDERS = 'POST /api/admin/orders/search?limit=50';

afterEach(() => {
  jest.useRealTimers();
  resetBrowser();
});

async function openOrders(responses: Parameters<typeof stubApi>[0] = {}) {
  const server = stubApi({
    ...EMPTY_SHOP,
    [ORDERS]: { json: [createOrder({ orderNumber: 'PA-NEWEST' })] },
    ...responses,
  });
  const { user } = openAdmin('/admin?tab=orders');
  return { user, server, field: await screen.findByLabelText('Find orders') };
}

describe('the search of a list', () => {
  it('sends the words in the body once typing has paused, and keeps them while another tab is open', async () => {
    const { user, server, field } = await openOrders({
      [FIND_ORDERS]: { json: [createOrder({ orderNumber: 'PA-FOUND' })] },
    });
    await user.type(field, 'müller ');
    expect(await screen.findByText('PA-FOUND')).toBeVisible();
    expect(screen.queryByText('PA-NEWEST')).toBeNull();
    expect(server.callsTo(FIND_ORDERS).map(({ body }) => body)).toEqual([{ words: 'müller' }]);
    expect(server.calls.some(({ path }) => /m%C3|müller/i.test(path))).toBe(false);
    expect(window.location.href).not.toMatch(/ller/);
    await user.click(screen.getByRole('tab', { name: 'Products' }));
    await user.click(screen.getByRole('tab', { name: 'Orders' }));
    expect(await screen.findByLabelText('Find orders')).toHaveValue('müller ');
    await user.clear(screen.getByLabelText('Find orders'));
    expect(await screen.findByText('PA-NEWEST')).toBeVisible();
  });

  it.each([
    ['m - …', 0],
    ['… ;', 0],
    ['m 1', 1],
    ['李', 1],
  ])('for %s sends %i requests', async (text, times) => {
    jest.useFakeTimers({ advanceTimers: true });
    const { user, server, field } = await openOrders({ [FIND_ORDERS]: { json: [] } });
    await user.click(field);
    await user.paste(text);
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(server.callsTo(FIND_ORDERS)).toHaveLength(times);
  });

  it('sends what is meant by text that was copied from a message', async () => {
    const { user, server, field } = await openOrders({ [FIND_ORDERS]: { json: [] } });
    await user.click(field);
    await user.paste('\u200e#PA-0123456789\0, (Zoë).');
    expect(await screen.findByText('No orders found for “PA-0123456789 Zoë”')).toBeVisible();
    expect(server.callsTo(FIND_ORDERS).map(({ body }) => body)).toEqual([{ words: 'PA-0123456789 Zoë' }]);
  });

  it('leads to the first row by Enter, once it has found it', async () => {
    const found = createOrder({ orderNumber: 'PA-FOUND' });
    const { user, field } = await openOrders({ [FIND_ORDERS]: { json: [found, createOrder()] } });
    await screen.findByText('PA-NEWEST');
    await user.type(field, 'müller{Enter}');
    expect(field).toHaveFocus();
    const row = await screen.findByRole('link', { name: 'PA-FOUND' });
    await user.keyboard('{Enter}');
    expect(row).toHaveFocus();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is emptied by Escape, and left by another one', async () => {
    const { user, field } = await openOrders();
    await user.type(field, 'm{Escape}');
    expect(field).toHaveValue('');
    expect(field).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(field).not.toHaveFocus();
  });

  it('keeps the filters, and loads further pages with the same words', async () => {
    const next = '/api/admin/orders/search?limit=50&status=paid&cursor=x';
    const { user, server, field } = await openOrders({
      'GET /api/admin/orders?limit=50&status=paid': { json: [] },
      [`${FIND_ORDERS}&status=paid`]: {
        json: [createOrder({ orderNumber: 'PA-ONE' })],
        headers: { link: `<${next}>; rel="next"` },
      },
      [`POST ${next}`]: { json: [createOrder({ orderNumber: 'PA-TWO' })] },
    });
    await user.selectOptions(screen.getByLabelText('Order status'), 'paid');
    await user.type(field, 'pat');
    await user.click(await screen.findByRole('button', { name: /load more/i }));
    expect(await screen.findByText('PA-TWO')).toBeVisible();
    expect(server.callsTo(`POST ${next}`)[0]?.body).toEqual({ words: 'pat' });
  });

  it.each([
    ['has no order', { json: [] }, 'No orders found for “zoe”'],
    ['has no search', { status: 404, text: 'Not found' }, 'This shop’s server has no search'],
  ])('says so if the server %s', async (_, response, text) => {
    const { user, field } = await openOrders({ [FIND_ORDERS]: response });
    await user.type(field, 'zoe');
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('finds requests and products too', async () => {
    stubApi({
      ...EMPTY_SHOP,
      [REQUESTS]: { json: [] },
      [PRODUCTS]: { json: [] },
      'POST /api/admin/contact-submissions/search?limit=50': { json: [createRequest({ subject: 'Found request' })] },
      'POST /api/admin/products/search?limit=50': { json: [createProduct({ title: 'Found product' })] },
    });
    const { user } = openAdmin('/admin?tab=requests');
    await user.type(await screen.findByLabelText('Find requests'), 'hoodie');
    expect(await screen.findByText('Found request')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'Products' }));
    await user.type(await screen.findByLabelText('Find products'), 'hoodie');
    await waitFor(() => expect(screen.getByText('Found product')).toBeVisible());
  });
});
