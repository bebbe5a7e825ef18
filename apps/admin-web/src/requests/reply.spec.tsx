import { addressBar, seenToast, stubApi } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { REQUESTS, SUMMARY } from '../testing/addresses.js';
import { anEntry, aRequestDetail } from '../testing/builders.js';
import { aRequest, forgetBrowser, openAdmin, QUIET_SHOP } from '../testing/open-admin.js';

const REQUEST = aRequestDetail();
const ITS_ADDRESS = `/api/admin/contact-submissions/${REQUEST.id}`;
const REPLY = `POST ${ITS_ADDRESS}/reply`;
const ROW = aRequest({ id: REQUEST.id });

async function open(given: Partial<typeof REQUEST> = {}, answers: Parameters<typeof stubApi>[0] = {}) {
  const server = stubApi({
    ...QUIET_SHOP,
    [REQUESTS]: { json: [ROW] },
    [SUMMARY]: { json: { new: 1, total: 1 } },
    [`GET ${ITS_ADDRESS}`]: { json: { ...REQUEST, ...given } },
    ...answers,
  });
  const { user } = openAdmin(`/admin?tab=requests&request=${REQUEST.id}`);
  const sheet = within(await screen.findByRole('dialog', { name: REQUEST.subject }));
  return { user, server, sheet };
}

afterEach(forgetBrowser);

describe('a customer request', () => {
  it('is opened from its row, whole, with replies and timeline', async () => {
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
      timeline: [anEntry({ summary: 'Ada replied.' })],
    };
    stubApi({ ...QUIET_SHOP, [REQUESTS]: { json: [ROW] }, [`GET ${ITS_ADDRESS}`]: { json: detail } });
    const { user } = openAdmin('/admin?tab=requests');
    await user.click(await screen.findByRole('link', { name: REQUEST.subject }));
    const sheet = within(await screen.findByRole('dialog', { name: REQUEST.subject }));
    expect(addressBar()).toBe(`/admin?tab=requests&request=${REQUEST.id}`);
    expect(sheet.getByText(/I ordered it two weeks ago/).textContent).toBe(REQUEST.message);
    expect(within(sheet.getByRole('list', { name: 'Replies' })).getByText('It is on its way.')).toBeVisible();
    expect(sheet.getByText('Ada replied.')).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('link', { name: REQUEST.subject })).toHaveFocus());
  });

  it('is opened by its address, and then leaves the focus on its row', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.getByRole('link', { name: REQUEST.subject })).toHaveFocus());
  });

  it('has a name where its subject is empty', async () => {
    stubApi({
      ...QUIET_SHOP,
      [REQUESTS]: { json: [ROW] },
      [`GET ${ITS_ADDRESS}`]: { json: { ...REQUEST, subject: '' } },
    });
    openAdmin(`/admin?tab=requests&request=${REQUEST.id}`);
    await within(await screen.findByRole('dialog')).findByText(/I ordered it two weeks ago/);
    expect(screen.getByRole('dialog', { name: 'Customer request' })).toBeVisible();
  });

  it('that is archived offers no reply', async () => {
    const { sheet } = await open({ status: 'archived', canBeReplied: false, nextStatuses: [] });
    expect(sheet.queryByRole('button', { name: 'Reply' })).toBeNull();
  });

  it('moves on from its sheet, and list and badge follow', async () => {
    const { user, server, sheet } = await open({}, { [`PATCH ${ITS_ADDRESS}/status`]: { json: {} } });
    server.answers[`GET ${ITS_ADDRESS}`] = { json: { ...REQUEST, status: 'read' } };
    server.answers[REQUESTS] = { json: [{ ...ROW, status: 'read' }] };
    server.answers[SUMMARY] = { json: { new: 0, total: 1 } };
    await user.click(sheet.getByRole('button', { name: 'Mark Read' }));
    await seenToast('Status updated');
    expect(await sheet.findByText('read')).toBeVisible();
    await waitFor(() => expect(document.querySelector('[aria-label="1 new"]')).toBeNull());
  });

  it('is shown as moved before the server has answered, and taken back when it refuses', async () => {
    let refuse = (): void => undefined;
    const after = new Promise<void>((resolve) => (refuse = resolve));
    const { user, sheet } = await open({}, { [`PATCH ${ITS_ADDRESS}/status`]: { status: 503, text: 'Away', after } });
    await user.click(sheet.getByRole('button', { name: 'Archive' }));
    expect(await sheet.findByText('archived')).toBeVisible();
    refuse();
    await seenToast('Update failed', 'Could not update submission status');
    expect(await sheet.findByText('new')).toBeVisible();
  });
});

describe('a reply', () => {
  const write = async (
    user: Awaited<ReturnType<typeof open>>['user'],
    sheet: Awaited<ReturnType<typeof open>>['sheet'],
    text: string,
  ) => {
    await user.click(sheet.getByRole('button', { name: 'Reply' }));
    await user.type(await sheet.findByLabelText('Your reply'), text);
  };
  const bodies = (server: Awaited<ReturnType<typeof open>>['server']) =>
    server.callsOf(REPLY).map(({ body }) => body as { id: string; message: string; repliesSeen: number });

  it('is sent once however fast it is pressed, and marks the request replied', async () => {
    const { user, server, sheet } = await open({}, { [REPLY]: { status: 201, json: {} } });
    await write(user, sheet, 'It is on its way.');
    expect(sheet.getByText(/^Re:/)).toHaveTextContent('Re: Where is my hoodie?');
    server.answers[`GET ${ITS_ADDRESS}`] = {
      json: {
        ...REQUEST,
        status: 'replied',
        replies: [
          { id: crypto.randomUUID(), message: 'It is on its way.', author: 'Ada', createdAt: REQUEST.createdAt },
        ],
      },
    };
    await user.dblClick(sheet.getByRole('button', { name: 'Send Reply' }));
    await seenToast('Reply sent');
    expect(bodies(server)).toEqual([{ id: expect.any(String), message: 'It is on its way.', repliesSeen: 0 }]);
    expect(await sheet.findByText('replied', { selector: '[data-variant]' })).toBeVisible();
    expect(within(sheet.getByRole('list', { name: 'Replies' })).getByText('It is on its way.')).toBeVisible();
    expect(sheet.queryByLabelText('Your reply')).toBeNull();
    await waitFor(() => expect(sheet.getByRole('button', { name: 'Reply' })).toHaveFocus());
  });

  it('that fails keeps its text, and goes out under the same id when it is tried again', async () => {
    const { user, server, sheet } = await open({}, { [REPLY]: { lost: true } });
    await write(user, sheet, 'It is on its way.');
    await user.click(sheet.getByRole('button', { name: 'Send Reply' }));
    expect(
      await sheet.findByText("We couldn't reach the shop. Please check your connection and try again."),
    ).toBeVisible();
    expect(sheet.getByLabelText('Your reply')).toHaveValue('It is on its way.');
    server.answers[REPLY] = { status: 201, json: {} };
    await user.click(sheet.getByRole('button', { name: 'Send Reply' }));
    await seenToast('Reply sent');
    const [first, second] = bodies(server);
    expect(second?.id).toBe(first?.id);
  });

  it('is another one when its text is', async () => {
    const { user, server, sheet } = await open(
      {},
      { [REPLY]: { status: 503, text: 'Requests are unavailable right now.' } },
    );
    await write(user, sheet, 'Soon');
    await user.click(sheet.getByRole('button', { name: 'Send Reply' }));
    await sheet.findByText('Requests are unavailable right now.');
    await user.type(sheet.getByLabelText('Your reply'), '!');
    await user.click(sheet.getByRole('button', { name: 'Send Reply' }));
    await waitFor(() => expect(bodies(server)).toHaveLength(2));
    expect(new Set(bodies(server).map(({ id }) => id)).size).toBe(2);
  });

  it('is not sent past somebody else’s: that one is shown, and the text stays', async () => {
    const { user, server, sheet } = await open(
      {},
      { [REPLY]: { status: 409, text: 'Somebody else has replied meanwhile.' } },
    );
    await write(user, sheet, 'Soon');
    server.answers[`GET ${ITS_ADDRESS}`] = {
      json: {
        ...REQUEST,
        replies: [{ id: crypto.randomUUID(), message: 'Tomorrow.', author: 'Bo', createdAt: REQUEST.createdAt }],
      },
    };
    await user.click(sheet.getByRole('button', { name: 'Send Reply' }));
    expect(await sheet.findByText('Somebody else has replied meanwhile.')).toBeVisible();
    expect(await sheet.findByText('Tomorrow.')).toBeVisible();
    server.answers[REPLY] = { status: 201, json: {} };
    await user.click(sheet.getByRole('button', { name: 'Send Reply' }));
    await seenToast('Reply sent');
    expect(bodies(server).map(({ message, repliesSeen }) => [message, repliesSeen])).toEqual([
      ['Soon', 0],
      ['Soon', 1],
    ]);
  });

  it('has words in it', async () => {
    const { user, server, sheet } = await open();
    await write(user, sheet, '   ');
    await user.click(sheet.getByRole('button', { name: 'Send Reply' }));
    expect(await sheet.findByText('Message is required')).toBeVisible();
    expect(bodies(server)).toEqual([]);
  });

  it('that is half written is there again when the request is opened again', async () => {
    const { user, sheet } = await open();
    await write(user, sheet, 'Half a sent');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('link', { name: REQUEST.subject }));
    expect(await screen.findByLabelText('Your reply')).toHaveValue('Half a sent');
  });
});

describe('the list of requests', () => {
  it('is filtered by the server', async () => {
    stubApi({
      ...QUIET_SHOP,
      [REQUESTS]: { json: [ROW] },
      'GET /api/admin/contact-submissions?limit=50&status=archived': { json: [] },
    });
    const { user } = openAdmin('/admin?tab=requests');
    await screen.findByText('Nora Lind');
    await user.selectOptions(screen.getByLabelText('Request status'), 'archived');
    expect(await screen.findByText('No customer requests match the selected filter')).toBeVisible();
    expect(addressBar()).toBe('/admin?tab=requests&status=archived');
  });
});
