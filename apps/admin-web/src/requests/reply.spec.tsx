import { waitForAddress, findToast, stubApi } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { createRequestDetail, createTimelineEntry, ORDERS_OF_SENDER, REQUESTS, SUMMARY } from '../testing/builders.js';
import { createOrder, createRequest, resetBrowser, openAdmin, EMPTY_SHOP } from '../testing/open-admin.js';

const REQUEST = createRequestDetail();
const REQUEST_PATH = `/api/admin/contact-submissions/${REQUEST.id}`;
const REPLY = `POST ${REQUEST_PATH}/reply`;
const ROW = createRequest({ id: REQUEST.id });

async function openRequest(overrides: Partial<typeof REQUEST> = {}, responses: Parameters<typeof stubApi>[0] = {}) {
  const server = stubApi({
    ...EMPTY_SHOP,
    [REQUESTS]: { json: [ROW] },
    [SUMMARY]: { json: { new: 1, total: 1 } },
    [`GET ${REQUEST_PATH}`]: { json: { ...REQUEST, ...overrides } },
    ...responses,
  });
  const { user } = openAdmin(`/admin?tab=requests&request=${REQUEST.id}`);
  const drawer = within(await screen.findByRole('dialog', { name: REQUEST.subject }));
  return { user, server, drawer };
}

afterEach(resetBrowser);

describe('RequestDrawer', () => {
  it('opens from its row and shows message, replies and timeline', async () => {
    const detail = {
      ...REQUEST,
      status: 'replied',
      replies: [
        {
          id: crypto.randomUUID(),
          message: 'It is on its way.',
          author: 'ada@example.com',
          createdAt: REQUEST.createdAt,
        },
      ],
      timeline: [createTimelineEntry({ summary: 'Ada replied.' })],
    };
    stubApi({ ...EMPTY_SHOP, [REQUESTS]: { json: [ROW] }, [`GET ${REQUEST_PATH}`]: { json: detail } });
    const { user } = openAdmin('/admin?tab=requests');
    await user.click(await screen.findByRole('link', { name: REQUEST.subject }));
    const drawer = within(await screen.findByRole('dialog', { name: REQUEST.subject }));
    await waitForAddress(`/admin?tab=requests&request=${REQUEST.id}`);
    expect(drawer.getByText(/I ordered it two weeks ago/).textContent).toBe(REQUEST.message);
    expect(within(drawer.getByRole('list', { name: 'Replies' })).getByText('It is on its way.')).toBeVisible();
    expect(drawer.getByText('Ada replied.')).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('link', { name: REQUEST.subject })).toHaveFocus());
  });

  it('shows the sender’s orders, and links the number of an order in the text', async () => {
    const [order, foreign] = [createOrder({ email: 'Nora@example.com' }), createOrder({ email: 'xnora@example.com' })];
    const { drawer } = await openRequest(
      { message: 'Where is pa-7k3m9qxw2t? And what is PA-0000000000?' },
      {
        [ORDERS_OF_SENDER]: { json: [order, foreign] },
        'POST /api/admin/orders/search?limit=1': { json: [order] },
      },
    );
    const link = await drawer.findByRole('link', { name: 'pa-7k3m9qxw2t' });
    expect(link).toHaveAttribute('href', `/admin?tab=orders&order=${order.id}`);
    expect(drawer.queryByRole('link', { name: 'PA-0000000000' })).toBeNull();
    const orders = within(await drawer.findByRole('list', { name: 'Orders of this customer' }));
    expect(orders.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([order.orderNumber]);
  });

  it('shows the orders of the sender’s account', async () => {
    const order = createOrder();
    const userId = crypto.randomUUID();
    const { drawer } = await openRequest(
      { userId },
      { [`GET /api/admin/orders?userId=${userId}&limit=10`]: { json: [order] } },
    );
    expect(await drawer.findByRole('link', { name: order.orderNumber })).toBeVisible();
    expect(drawer.getByRole('link', { name: 'The sender’s account' })).toHaveAttribute(
      'href',
      `/admin?tab=users&user=${userId}`,
    );
  });

  it('has a title when the subject is empty', async () => {
    stubApi({
      ...EMPTY_SHOP,
      [REQUESTS]: { json: [ROW] },
      [`GET ${REQUEST_PATH}`]: { json: { ...REQUEST, subject: '' } },
    });
    openAdmin(`/admin?tab=requests&request=${REQUEST.id}`);
    await within(await screen.findByRole('dialog')).findByText(/I ordered it two weeks ago/);
    expect(screen.getByRole('dialog', { name: 'Customer request' })).toBeVisible();
  });

  it('offers no reply to an archived request', async () => {
    const { drawer } = await openRequest({ status: 'archived', canBeReplied: false, nextStatuses: [] });
    expect(drawer.queryByRole('button', { name: 'Reply' })).toBeNull();
  });

  it('changes the status, also in list and badge', async () => {
    const { user, server, drawer } = await openRequest({}, { [`PATCH ${REQUEST_PATH}/status`]: { json: {} } });
    server.responses[`GET ${REQUEST_PATH}`] = { json: { ...REQUEST, status: 'read' } };
    server.responses[REQUESTS] = { json: [{ ...ROW, status: 'read' }] };
    server.responses[SUMMARY] = { json: { new: 0, total: 1 } };
    await user.click(drawer.getByRole('button', { name: 'Mark Read' }));
    await findToast('Status updated');
    expect(await drawer.findByText('read')).toBeVisible();
    await waitFor(() => expect(document.querySelector('[aria-label="1 new"]')).toBeNull());
  });

  it('shows a new status before the response arrives, and restores the old one after an error', async () => {
    let respond = (): void => undefined;
    const after = new Promise<void>((resolve) => (respond = resolve));
    const { user, drawer } = await openRequest(
      {},
      { [`PATCH ${REQUEST_PATH}/status`]: { status: 503, text: 'Away', after } },
    );
    await user.click(drawer.getByRole('button', { name: 'Archive' }));
    expect(await drawer.findByText('archived')).toBeVisible();
    respond();
    await findToast('Update failed', 'Could not update submission status');
    expect(await drawer.findByText('new')).toBeVisible();
  });
});

describe('ReplyForm', () => {
  const writeReply = async (
    user: Awaited<ReturnType<typeof openRequest>>['user'],
    drawer: Awaited<ReturnType<typeof openRequest>>['drawer'],
    text: string,
  ) => {
    await user.click(drawer.getByRole('button', { name: 'Reply' }));
    await user.type(await drawer.findByLabelText('Your reply'), text);
  };
  const getReplies = (server: Awaited<ReturnType<typeof openRequest>>['server']) =>
    server.callsTo(REPLY).map(({ body }) => body as { id: string; message: string });

  it('sends a reply once on a double click and marks the request as replied', async () => {
    const { user, server, drawer } = await openRequest({}, { [REPLY]: { status: 201, json: {} } });
    await writeReply(user, drawer, 'It is on its way.');
    expect(drawer.getByText(/^Re:/)).toHaveTextContent('Re: Where is my hoodie?');
    server.responses[`GET ${REQUEST_PATH}`] = {
      json: {
        ...REQUEST,
        status: 'replied',
        replies: [
          { id: crypto.randomUUID(), message: 'It is on its way.', author: 'Ada', createdAt: REQUEST.createdAt },
        ],
      },
    };
    await user.dblClick(drawer.getByRole('button', { name: 'Send Reply' }));
    await findToast('Reply sent');
    expect(getReplies(server)).toEqual([{ id: expect.any(String), message: 'It is on its way.' }]);
    expect(server.callsTo(REPLY)[0]?.headers['if-match']).toBe('"new.0"');
    expect(await drawer.findByText('replied', { selector: '[data-variant]' })).toBeVisible();
    expect(within(drawer.getByRole('list', { name: 'Replies' })).getByText('It is on its way.')).toBeVisible();
    expect(drawer.queryByLabelText('Your reply')).toBeNull();
    await waitFor(() => expect(drawer.getByRole('button', { name: 'Reply' })).toHaveFocus());
  });

  it('keeps the text after a failure and retries with the same id', async () => {
    const { user, server, drawer } = await openRequest({}, { [REPLY]: { lost: true } });
    await writeReply(user, drawer, 'It is on its way.');
    await user.click(drawer.getByRole('button', { name: 'Send Reply' }));
    expect(
      await drawer.findByText("We couldn't reach the shop. Please check your connection and try again."),
    ).toBeVisible();
    expect(drawer.getByLabelText('Your reply')).toHaveValue('It is on its way.');
    server.responses[REPLY] = { status: 201, json: {} };
    await user.click(drawer.getByRole('button', { name: 'Send Reply' }));
    await findToast('Reply sent');
    const [first, second] = getReplies(server);
    expect(second?.id).toBe(first?.id);
  });

  it('uses another id for another text', async () => {
    const { user, server, drawer } = await openRequest(
      {},
      { [REPLY]: { status: 503, text: 'Requests are unavailable right now.' } },
    );
    await writeReply(user, drawer, 'Soon');
    await user.click(drawer.getByRole('button', { name: 'Send Reply' }));
    await drawer.findByText('Requests are unavailable right now.');
    await user.type(drawer.getByLabelText('Your reply'), '!');
    await user.click(drawer.getByRole('button', { name: 'Send Reply' }));
    await waitFor(() => expect(getReplies(server)).toHaveLength(2));
    expect(new Set(getReplies(server).map(({ id }) => id)).size).toBe(2);
  });

  it('shows another admin’s newer reply instead of sending, and keeps the text', async () => {
    const { user, server, drawer } = await openRequest(
      {},
      { [REPLY]: { status: 409, text: 'Someone else has replied in between.' } },
    );
    await writeReply(user, drawer, 'Soon');
    server.responses[`GET ${REQUEST_PATH}`] = {
      json: {
        ...REQUEST,
        version: 'replied.1',
        replies: [{ id: crypto.randomUUID(), message: 'Tomorrow.', author: 'Bo', createdAt: REQUEST.createdAt }],
      },
    };
    await user.click(drawer.getByRole('button', { name: 'Send Reply' }));
    expect(await drawer.findByText('Someone else has replied in between.')).toBeVisible();
    expect(await drawer.findByText('Tomorrow.')).toBeVisible();
    server.responses[REPLY] = { status: 201, json: {} };
    await user.click(drawer.getByRole('button', { name: 'Send Reply' }));
    await findToast('Reply sent');
    expect(server.callsTo(REPLY).map(({ headers }) => headers['if-match'])).toEqual(['"new.0"', '"replied.1"']);
    expect(getReplies(server).map(({ message }) => message)).toEqual(['Soon', 'Soon']);
  });

  it('requires a message', async () => {
    const { user, server, drawer } = await openRequest();
    await writeReply(user, drawer, '   ');
    await user.click(drawer.getByRole('button', { name: 'Send Reply' }));
    expect(await drawer.findByText('Message is required')).toBeVisible();
    expect(getReplies(server)).toEqual([]);
  });

  it('keeps a draft when the request is closed', async () => {
    const { user, drawer } = await openRequest();
    await writeReply(user, drawer, 'Half a sent');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('link', { name: REQUEST.subject }));
    expect(await screen.findByLabelText('Your reply')).toHaveValue('Half a sent');
  });
});
