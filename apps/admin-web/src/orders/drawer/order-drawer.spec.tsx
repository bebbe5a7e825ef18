import { waitForAddress, findToast, stubApi } from '@shop/web-testing';
import { focusManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { createOrderDetail, createOrderItem, createTimelineEntry, ORDERS } from '../../testing/builders.js';
import { createOrder, resetBrowser, openAdmin, EMPTY_SHOP } from '../../testing/open-admin.js';

const ORDER = createOrderDetail();
const ORDER_PATH = `/api/admin/orders/${ORDER.id}`;
const ROW = createOrder({ id: ORDER.id, status: 'processing' });

async function openOrder(overrides: Partial<typeof ORDER> = {}, responses: Parameters<typeof stubApi>[0] = {}) {
  const server = stubApi({
    ...EMPTY_SHOP,
    [ORDERS]: { json: [ROW] },
    [`GET ${ORDER_PATH}`]: { json: { ...ORDER, ...overrides } },
    ...responses,
  });
  const { user } = openAdmin(`/admin?tab=orders&order=${ORDER.id}`);
  const drawer = within(await screen.findByRole('dialog', { name: `Order ${ORDER.orderNumber}` }));
  return { user, server, drawer };
}

afterEach(resetBrowser);

describe('OrderDrawer', () => {
  it('opens from its row, is in the URL, and returns the focus on close', async () => {
    stubApi({
      ...EMPTY_SHOP,
      [ORDERS]: { json: [ROW] },
      'GET /api/admin/orders?limit=50&status=processing': { json: [ROW] },
      [`GET ${ORDER_PATH}`]: { json: ORDER },
    });
    const { user } = openAdmin('/admin?tab=orders&status=processing');
    const row = await screen.findByRole('link', { name: ORDER.orderNumber });
    await user.click(row);
    await screen.findByRole('dialog', { name: `Order ${ORDER.orderNumber}` });
    await waitForAddress(`/admin?tab=orders&status=processing&order=${ORDER.id}`);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitForAddress('/admin?tab=orders&status=processing');
    await waitFor(() => expect(row).toHaveFocus());
  });

  it('shows items with mock-up and print file, address, totals, payment and timeline', async () => {
    const { drawer } = await openOrder({
      timeline: [
        createTimelineEntry({
          summary: 'Moved from paid to processing.',
          actor: 'ada@example.com',
          before: { status: 'paid' },
          after: { status: 'processing' },
        }),
      ],
      payment: {
        ...ORDER.payment,
        refunds: [
          { amount: '5.00', reason: 'Paid twice', requestedAt: ORDER.createdAt, refundedAt: null, failure: null },
        ],
      },
    });
    expect(drawer.getByRole('img', { name: 'Classic T-Shirt with the artwork' })).toHaveAttribute(
      'src',
      '/media/mockup',
    );
    const downloads = ['Print file of Classic T-Shirt', 'Mock-up of Classic T-Shirt'].map((name) =>
      drawer.getByRole('link', { name }),
    );
    expect(downloads.map((link) => [link.getAttribute('href'), link.getAttribute('download')])).toEqual([
      ['/api/admin/print-files/1', `${ORDER.orderNumber}-1.png`],
      ['/media/mockup', `${ORDER.orderNumber}-1-mock-up.jpg`],
    ]);
    for (const text of [
      '4500 × 5400 px, artwork at 142 dpi',
      '$9.99',
      '$3.84',
      '$61.83',
      'Moved from paid to processing.',
      'ada@example.com',
      '$5.00 refund on its way',
      'Pat Doe',
    ])
      expect(drawer.getByText(text)).toBeVisible();
    expect(drawer.getByText(/^size:/)).toHaveTextContent('size: M');
    expect(drawer.getByText(/^color:/)).toHaveTextContent('color: White');
    expect(drawer.getByText('12 Elm Street').closest('address')).toHaveTextContent(
      'Pat Doe12 Elm StreetSpringfield, IL 62704US',
    );
  });

  it('names the model of a phone case', async () => {
    const phoneCase = { category: 'phone-case', variantSelections: { size: 'iPhone 17' } };
    const { drawer } = await openOrder({ items: ORDER.items.map((item) => ({ ...item, ...phoneCase })) });
    expect(drawer.getAllByText(/^model:/)[0]).toHaveTextContent('model: iPhone 17');
  });

  it('marks a size that was not chosen', async () => {
    const missingChoices = [{ type: 'size' as const, label: 'model' }];
    const { drawer } = await openOrder({ items: ORDER.items.map((item) => ({ ...item, missingChoices })) });
    expect(drawer.getAllByText('model: not chosen')[0]).toBeVisible();
  });

  it('shows the reason of a failed refund, and a dispute with its deadline', async () => {
    const dispute = {
      id: 'dp_1',
      amount: '61.83',
      reason: 'product_not_received',
      status: 'needs_response',
      respondBy: '2026-12-01T12:00:00.000Z',
      openedAt: ORDER.createdAt,
      closedAt: null,
    };
    const { drawer } = await openOrder({
      payment: {
        ...ORDER.payment,
        refunds: [
          {
            amount: '5.00',
            reason: 'Paid twice',
            requestedAt: ORDER.createdAt,
            refundedAt: null,
            failure: 'lost_or_stolen_card',
          },
        ],
        disputes: [dispute, { ...dispute, id: 'dp_2', amount: '3.00', status: 'won', closedAt: ORDER.createdAt }],
      },
    });
    expect(drawer.getByText('$5.00 refund failed: lost or stolen card')).toBeVisible();
    expect(drawer.getByText('$61.83 disputed: needs response')).toBeVisible();
    expect(drawer.getAllByText('December 1, 2026')).toHaveLength(1);
    expect(drawer.getByText('$3.00 disputed: won')).toBeVisible();
  });

  it.each([
    ['another currency', 'eur', '5.00 EUR'],
    ['dollars when the API names none', undefined, '$5.00'],
  ])('shows refunds and disputes in the currency of the payment: %s', async (_, currency, amount) => {
    const { drawer } = await openOrder({
      payment: {
        ...ORDER.payment,
        currency,
        refunds: [
          {
            amount: '5.00',
            reason: 'Paid in euros',
            requestedAt: ORDER.createdAt,
            refundedAt: ORDER.createdAt,
            failure: null,
          },
        ],
        disputes: [
          {
            id: 'dp_1',
            amount: '5.00',
            reason: 'fraudulent',
            status: 'won',
            respondBy: null,
            openedAt: ORDER.createdAt,
            closedAt: ORDER.createdAt,
          },
        ],
      },
    });
    expect(drawer.getByText(`${amount} refunded`)).toBeVisible();
    expect(drawer.getByText(`${amount} disputed: won`)).toBeVisible();
    expect(drawer.getByText('$61.83 with Sandbox')).toBeVisible();
  });

  it('shows product and artwork without a mock-up, and the reason of a missing print file', async () => {
    const { drawer } = await openOrder({
      items: [createOrderItem(), createOrderItem({ title: 'Pet Tag', printFileFailure: 'artwork-missing' })],
    });
    expect(drawer.getByRole('img', { name: 'Classic T-Shirt' })).toBeVisible();
    expect(drawer.getAllByRole('img', { name: 'The artwork' })).toHaveLength(2);
    expect(drawer.getByText('The print file is being made…')).toBeVisible();
    expect(drawer.getByRole('alert')).toHaveTextContent('can’t be printed');
  });

  it('shows the values of a newer server as they are', async () => {
    const { user, server, drawer } = await openOrder(
      {},
      {
        [`GET ${ORDER_PATH}`]: {
          json: {
            ...ORDER,
            status: 'on hold',
            nextStatuses: ['packed'],
            payment: { ...ORDER.payment, provider: 'klarna' },
            fulfilment: { state: 'queued', provider: 'gelato', dueAt: ORDER.createdAt, attempts: 0 },
          },
        },
        [`PATCH ${ORDER_PATH}/status`]: { json: {} },
      },
    );
    expect(drawer.getByText('on hold')).toHaveAttribute('data-variant', 'outline');
    expect(drawer.getByText('$61.83 with klarna')).toBeVisible();
    expect(drawer.getByText('queued')).toBeVisible();
    await user.click(drawer.getByRole('button', { name: 'Mark packed' }));
    await findToast('Status updated');
    expect(server.callsTo(`PATCH ${ORDER_PATH}/status`)[0]?.body).toEqual({ status: 'packed' });
  });

  it('shows an error when loading fails, and retries once', async () => {
    const server = stubApi({ ...EMPTY_SHOP, [`GET ${ORDER_PATH}`]: { status: 404, text: 'Not found' } });
    const { user } = openAdmin(`/admin?tab=orders&order=${ORDER.id}`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Order' }));
    expect(await dialog.findByText('Not found')).toBeVisible();
    server.responses[`GET ${ORDER_PATH}`] = { json: ORDER };
    const asked = server.callsTo(`GET ${ORDER_PATH}`).length;
    await user.dblClick(dialog.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('dialog', { name: `Order ${ORDER.orderNumber}` })).toBeVisible();
    expect(server.callsTo(`GET ${ORDER_PATH}`)).toHaveLength(asked + 1);
  });

  it('ignores an order id that is a path', async () => {
    const server = stubApi(EMPTY_SHOP);
    openAdmin('/admin?tab=orders&order=..%2Fstats');
    await screen.findByText('No orders yet');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.unexpected).toEqual([]);
  });
});

describe('OrderStatusActions', () => {
  const CHANGE_STATUS = `PATCH ${ORDER_PATH}/status`;

  it('offers exactly the statuses that the server allows', async () => {
    const { drawer } = await openOrder({ status: 'paid', nextStatuses: ['processing', 'cancelled'] });
    expect(
      within(drawer.getByRole('group', { name: 'Move the order on' }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Start Processing', 'Cancel Order']);
  });

  it('offers nothing for a delivered order', async () => {
    const { drawer } = await openOrder({ status: 'delivered', nextStatuses: [] });
    expect(drawer.queryByRole('group', { name: 'Move the order on' })).toBeNull();
  });

  it('sends a status change once on a double click, then shows the new status in drawer and list', async () => {
    const { user, server, drawer } = await openOrder(
      { status: 'paid', nextStatuses: ['processing'] },
      { [CHANGE_STATUS]: { json: {} } },
    );
    server.responses[`GET ${ORDER_PATH}`] = { json: { ...ORDER, status: 'processing' } };
    server.responses[ORDERS] = { json: [{ ...ROW, status: 'processing' }] };
    await user.dblClick(drawer.getByRole('button', { name: 'Start Processing' }));
    await findToast('Status updated');
    expect(server.callsTo(CHANGE_STATUS).map(({ body }) => body)).toEqual([{ status: 'processing' }]);
    expect(await drawer.findByText('processing')).toBeVisible();
  });

  it('asks before an order is started that its customer may still change', async () => {
    const dueAt = new Date(Date.now() + 60_000).toISOString();
    const rest = { provider: 'sandbox', attempts: 0, nextTryAt: null, reason: null, externalId: null } as const;
    const { user, server, drawer } = await openOrder(
      { status: 'paid', nextStatuses: ['processing'], fulfilment: { ...rest, state: 'change-window', dueAt } },
      { [CHANGE_STATUS]: { json: {} } },
    );
    await user.click(drawer.getByRole('button', { name: 'Start Processing' }));
    expect(server.callsTo(CHANGE_STATUS)).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Start all the same' }));
    await findToast('Status updated');
    expect(server.callsTo(CHANGE_STATUS).map(({ body }) => body)).toEqual([{ status: 'processing' }]);
  });

  it('shows an error response and the current status', async () => {
    const { user, server, drawer } = await openOrder(
      { status: 'paid', nextStatuses: ['processing'] },
      { [CHANGE_STATUS]: { status: 409, text: 'A cancelled order can not be moved to processing.' } },
    );
    server.responses[`GET ${ORDER_PATH}`] = { json: { ...ORDER, status: 'cancelled', nextStatuses: [] } };
    await user.click(drawer.getByRole('button', { name: 'Start Processing' }));
    await findToast('Update failed', 'A cancelled order can not be moved to processing.');
    expect(await drawer.findByText('cancelled')).toBeVisible();
  });

  it('asks for tracking data before an order is shipped', async () => {
    const { user, server, drawer } = await openOrder({}, { [CHANGE_STATUS]: { json: {} } });
    await user.click(drawer.getByRole('button', { name: 'Mark Shipped' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Mark as shipped' }));
    await user.type(dialog.getByLabelText('Carrier'), 'UPS');
    await user.type(dialog.getByLabelText('Tracking address'), 'ftp://ups.example');
    await user.click(dialog.getByRole('button', { name: 'Mark Shipped' }));
    expect((await dialog.findAllByRole('alert')).map(({ textContent }) => textContent)).toEqual([
      'Tracking number is required',
      'The tracking address must start with https://',
    ]);
    expect(dialog.getByLabelText('Tracking number')).toHaveFocus();
    await user.type(dialog.getByLabelText('Tracking number'), '1Z999');
    await user.clear(dialog.getByLabelText('Tracking address'));
    await user.dblClick(dialog.getByRole('button', { name: 'Mark Shipped' }));
    await findToast('Status updated');
    expect(server.callsTo(CHANGE_STATUS).map(({ body }) => body)).toEqual([
      { status: 'shipped', tracking: { carrier: 'UPS', number: '1Z999', url: null } },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Mark as shipped' })).toBeNull());
  });

  it('ships without tracking, and keeps the input after a failure', async () => {
    const { user, server, drawer } = await openOrder(
      {},
      { [CHANGE_STATUS]: { status: 503, text: 'Orders are unavailable right now.' } },
    );
    await user.click(drawer.getByRole('button', { name: 'Mark Shipped' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Mark as shipped' }));
    await user.type(dialog.getByLabelText('Carrier'), 'UPS');
    await user.type(dialog.getByLabelText('Tracking number'), '1Z999');
    await user.click(dialog.getByRole('button', { name: 'Mark Shipped' }));
    await findToast('Update failed', 'Orders are unavailable right now.');
    expect(dialog.getByLabelText('Tracking number')).toHaveValue('1Z999');
    await user.clear(dialog.getByLabelText('Carrier'));
    await user.clear(dialog.getByLabelText('Tracking number'));
    server.responses[CHANGE_STATUS] = { json: {} };
    await user.click(dialog.getByRole('button', { name: 'Mark Shipped' }));
    await findToast('Status updated');
    expect(server.callsTo(CHANGE_STATUS)[1]?.body).toEqual({ status: 'shipped', tracking: null });
  });

  it('asks before cancelling a paid order, and names the refund', async () => {
    const { user, server, drawer } = await openOrder({}, { [CHANGE_STATUS]: { json: {} } });
    await user.click(drawer.getByRole('button', { name: 'Cancel Order' }));
    const ask = within(await screen.findByRole('dialog', { name: `Cancel order ${ORDER.orderNumber}?` }));
    expect(ask.getByText("The customer gets the whole $61.83 back. This can't be undone.")).toBeVisible();
    await user.click(ask.getByRole('button', { name: 'Keep Order' }));
    expect(server.callsTo(CHANGE_STATUS)).toHaveLength(0);
    await waitFor(() => expect(drawer.getByRole('button', { name: 'Cancel Order' })).toHaveFocus());
    await user.click(drawer.getByRole('button', { name: 'Cancel Order' }));
    server.responses[`GET ${ORDER_PATH}`] = { json: { ...ORDER, status: 'cancelled', nextStatuses: [] } };
    await user.dblClick(await screen.findByRole('button', { name: 'Cancel and Refund' }));
    await findToast('Status updated');
    await waitFor(() =>
      expect(screen.getByRole('dialog', { name: `Order ${ORDER.orderNumber}` })).toContainElement(
        document.activeElement as HTMLElement,
      ),
    );
    expect(server.callsTo(CHANGE_STATUS).map(({ body }) => body)).toEqual([{ status: 'cancelled' }]);
  });
});

describe('OrderNote', () => {
  const NOTE = `PATCH ${ORDER_PATH}/note`;

  it('saves the note only by its button', async () => {
    const { user, server, drawer } = await openOrder({}, { [NOTE]: { json: {} } });
    expect(drawer.getByRole('button', { name: 'Save Note' })).toHaveAttribute('aria-disabled', 'true');
    await user.type(drawer.getByLabelText('Note'), 'Call first 📞');
    server.responses[`GET ${ORDER_PATH}`] = { json: { ...ORDER, note: 'Call first 📞' } };
    await user.click(drawer.getByRole('button', { name: 'Save Note' }));
    await findToast('Note saved');
    expect(server.callsTo(NOTE).map(({ body }) => body)).toEqual([{ note: 'Call first 📞' }]);
    expect(drawer.getByLabelText('Note')).toHaveValue('Call first 📞');
    expect(drawer.getByRole('button', { name: 'Save Note' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('keeps the input when saving fails and when the order is closed', async () => {
    const { user, drawer } = await openOrder(
      { note: 'Old' },
      { [NOTE]: { status: 503, text: 'Orders are unavailable right now.' } },
    );
    await user.type(drawer.getByLabelText('Note'), ' and new');
    await user.click(drawer.getByRole('button', { name: 'Save Note' }));
    expect(await drawer.findByText('Orders are unavailable right now.')).toBeVisible();
    expect(drawer.getByLabelText('Note')).toHaveValue('Old and new');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('link', { name: ORDER.orderNumber }));
    expect(await screen.findByLabelText('Note')).toHaveValue('Old and new');
    expect(screen.getByText('Not saved yet')).toBeVisible();
  });

  it('replaces the note that was displayed when typing began, or after a conflict the one that it tells of', async () => {
    const sentence = 'ben@example.com has saved another note in between: “Ring twice”';
    const { user, server, drawer } = await openOrder({}, { [NOTE]: { status: 409, text: sentence } });
    await user.type(drawer.getByLabelText('Note'), 'Call');
    server.responses[`GET ${ORDER_PATH}`] = { json: { ...ORDER, note: 'Ring twice', version: 'newest' } };
    // The order is also loaded again whenever its page gets the focus.
    act(() => focusManager.setFocused(true));
    await waitFor(() => expect(server.callsTo(`GET ${ORDER_PATH}`)).toHaveLength(2));
    await user.click(drawer.getByRole('button', { name: 'Save Note' }));
    expect(await drawer.findByText(sentence)).toBeVisible();
    expect(drawer.getByLabelText('Note')).toHaveValue('Call');
    server.responses[NOTE] = { json: {} };
    await user.click(drawer.getByRole('button', { name: 'Save Note' }));
    await findToast('Note saved');
    expect(server.callsTo(NOTE).map(({ headers }) => headers['if-match'])).toEqual([`"${ORDER.version}"`, '"newest"']);
  });
});
