import { findToast, stubApi, waitForAddress } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { createUser } from '../testing/builders.js';
import { createOrder, createRequest, EMPTY_SHOP, openAdmin, resetBrowser } from '../testing/open-admin.js';

const USERS = 'GET /api/admin/users?limit=50';
const NORA = createUser();
const PATH = `/api/admin/users/${NORA.id}`;

afterEach(resetBrowser);

const withNora = (user = NORA) => ({
  ...EMPTY_SHOP,
  [USERS]: { json: [user] },
  [`GET ${PATH}`]: { json: user },
  [`GET ${PATH}/purchases`]: { json: { paidOrders: 0, total: '0.00' } },
  [`GET ${PATH}/designs`]: { json: { total: 0, newest: [] } },
  [`GET /api/admin/orders?userId=${NORA.id}&limit=10`]: { json: [] as unknown[] },
  [`GET /api/admin/contact-submissions?userId=${NORA.id}&limit=10`]: { json: [] as unknown[] },
  'POST /api/admin/contact-submissions/search?limit=10': { json: [] as unknown[] },
});

async function openNora(responses: Parameters<typeof stubApi>[0] = {}, nora = NORA) {
  const server = stubApi({ ...withNora(nora), ...responses });
  const { user } = openAdmin(`/admin?tab=users&user=${NORA.id}`);
  const drawer = within(await screen.findByRole('dialog', { name: NORA.email }));
  await drawer.findByText(/Not signed in anywhere|Firefox on Linux/);
  return { user, server, drawer };
}

describe('the users', () => {
  it('are listed and found by name and email, and one opens', async () => {
    const server = stubApi({
      ...withNora(),
      [USERS]: {
        json: [NORA, createUser({ email: 'ada@example.com', firstName: null, lastName: null, role: 'admin' })],
      },
      'POST /api/admin/users/search?limit=50': { json: [NORA] },
    });
    const { user } = openAdmin('/admin');
    await user.click(await screen.findByRole('tab', { name: 'Users' }));
    const list = within(await screen.findByRole('list', { name: 'Users' }));
    expect(list.getByText('Admin')).toBeVisible();
    expect(list.getByRole('link', { name: 'ada@example.com' })).toBeVisible();
    await user.type(screen.getByLabelText('Find users'), 'nora+x');
    await waitFor(() => expect(screen.queryByText('ada@example.com')).toBeNull());
    expect(server.callsTo('POST /api/admin/users/search?limit=50')[0]?.body).toEqual({ words: 'nora+x' });
    await user.click(await screen.findByRole('link', { name: 'Nora Lind' }));
    expect(await screen.findByRole('dialog', { name: NORA.email })).toBeVisible();
    await waitForAddress(`/admin?tab=users&user=${NORA.id}`);
  });

  it('are not there on another server', async () => {
    stubApi({ ...EMPTY_SHOP, [USERS]: { status: 404, text: 'Not found' } });
    openAdmin('/admin?tab=users');
    expect(await screen.findByText('This shop’s server has no list of its users')).toBeVisible();
  });

  it('have their orders, requests, designs and total', async () => {
    const order = createOrder({ orderNumber: 'PA-0123456789', createdAt: '2026-11-23T10:00:00.000Z' });
    const byEmail = createRequest({ subject: 'By email', createdAt: '2026-11-20T10:00:00.000Z' });
    const own = createRequest({ subject: 'Signed in', createdAt: '2026-11-21T10:00:00.000Z' });
    const foreign = createRequest({ subject: 'Of another', email: 'xnora@example.com' });
    const design = { id: crypto.randomUUID(), status: 'completed', styleKey: 'modern', petName: 'Rex' };
    const timeline = [
      {
        action: 'user.signed-out',
        at: '2026-11-22T10:00:00.000Z',
        actor: 'ada@example.com',
        summary: 'All sessions were ended.',
      },
      {
        action: 'user.registered',
        at: '2026-11-01T10:00:00.000Z',
        actor: null,
        summary: 'The account was registered.',
      },
    ].map((entry) => ({ ...entry, id: NORA.id, before: null, after: null }));
    const { server, drawer } = await openNora({
      [`GET ${PATH}`]: { json: { ...NORA, timeline } },
      [`GET ${PATH}/purchases`]: { json: { paidOrders: 2, total: '113.66' } },
      [`GET ${PATH}/designs`]: {
        json: {
          total: 30,
          newest: [{ ...design, createdAt: own.createdAt, outputImage: { id: design.id, url: '/media/rex' } }],
        },
      },
      [`GET /api/admin/orders?userId=${NORA.id}&limit=10`]: { json: [order] },
      [`GET /api/admin/contact-submissions?userId=${NORA.id}&limit=10`]: { json: [own] },
      'POST /api/admin/contact-submissions/search?limit=10': { json: [foreign, byEmail, own] },
    });
    expect(await drawer.findByText('$113.66')).toBeVisible();
    expect(await drawer.findByRole('link', { name: order.orderNumber })).toHaveAttribute(
      'href',
      `/admin?tab=orders&order=${order.id}`,
    );
    const requests = within(await drawer.findByRole('list', { name: 'Requests of this user' }));
    expect(requests.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Signed in', 'By email']);
    expect(server.callsTo('POST /api/admin/contact-submissions/search?limit=10')[0]?.body).toEqual({
      ...{ words: NORA.email, email: NORA.email },
    });
    const history = within(drawer.getByRole('region', { name: 'Timeline' })).getAllByRole('listitem');
    expect(history.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Order PA-0123456789 was placed\./),
      expect.stringMatching(/^All sessions were ended\.ada@example\.com/),
      expect.stringMatching(/^A request came in: Signed in/),
      expect.stringMatching(/^A request came in: By email/),
      expect.stringMatching(/^The account was registered\./),
    ]);
    expect(await drawer.findByText('30 designs, the newest 1 of them here')).toBeVisible();
    expect(drawer.getByRole('img', { name: 'Artwork of Rex' })).toBeVisible();
  });

  it('show an error of one part in its place', async () => {
    const { drawer } = await openNora({
      [`GET ${PATH}/designs`]: { status: 403, text: 'Designs are unavailable right now.' },
    });
    expect(await drawer.findByText('Designs are unavailable right now.')).toBeVisible();
    expect(drawer.getByRole('button', { name: 'End sessions' })).toBeVisible();
  });
});

describe('the actions on a user', () => {
  it('end the sessions', async () => {
    const { user, server, drawer } = await openNora({
      [`POST ${PATH}/end-sessions`]: { json: { ...NORA, sessions: [] } },
    });
    server.responses[`GET ${PATH}`] = { json: { ...NORA, sessions: [] } };
    await user.click(drawer.getByRole('button', { name: 'End sessions' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: /^Sign nora@example.com out everywhere/ }));
    await user.click(dialog.getByRole('button', { name: 'End Sessions' }));
    await findToast('Sessions ended', 'nora@example.com is signed out everywhere.');
    expect(await drawer.findByText('Not signed in anywhere.')).toBeVisible();
  });

  it('make an admin, with the password where it is needed', async () => {
    const ROLE = `PATCH ${PATH}/role`;
    const NOT_RECENT = {
      status: 403,
      json: { title: 'Please confirm your password first.', detail: '', code: 'SIGN_IN_NOT_RECENT' },
      headers: { 'content-type': 'application/problem+json' },
    };
    const { user, server, drawer } = await openNora({
      [ROLE]: NOT_RECENT,
      'POST /api/user/confirm-password': { status: 400, text: 'Current password is incorrect' },
    });
    await user.click(drawer.getByRole('button', { name: 'Make admin' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: /^Make nora@example.com an admin/ }));
    await user.click(dialog.getByLabelText('May give money back'));
    await user.click(dialog.getByRole('button', { name: 'Make Admin' }));
    const password = await dialog.findByLabelText('Your password');
    await waitFor(() => expect(password).toHaveFocus());
    await user.keyboard('{Enter}');
    expect(await dialog.findByText('Please enter your password')).toBeVisible();
    await user.type(password, 'wrong{Enter}');
    expect(await dialog.findByText('Current password is incorrect')).toBeVisible();
    server.responses['POST /api/user/confirm-password'] = { status: 204 };
    server.responses[ROLE] = { json: { ...NORA, role: 'admin', permissions: ['refund'], version: 'admin.refund' } };
    server.responses[`GET ${PATH}`] = server.responses[ROLE];
    await user.clear(password);
    await user.type(password, 'correct horse{Enter}');
    await findToast('Role changed', 'nora@example.com has to sign in again.');
    const call = server.callsTo(ROLE).at(-1);
    expect([call?.body, call?.headers['if-match']]).toEqual([{ role: 'admin', permissions: ['refund'] }, '"user"']);
    expect(await drawer.findByText(/^May give money back\./)).toBeVisible();
    expect(drawer.queryByRole('button', { name: 'Delete account' })).toBeNull();
  });

  it('delete an account, and show why it failed', async () => {
    const { user, server, drawer } = await openNora({ [`POST ${PATH}/erase`]: { status: 422, text: 'Not now.' } });
    await user.click(drawer.getByRole('button', { name: 'Delete account' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.click(dialog.getByRole('button', { name: 'Delete Account' }));
    expect(await dialog.findByText('Not now.')).toBeVisible();
    const closed = { json: { ...NORA, closedAt: NORA.createdAt } };
    server.responses[`POST ${PATH}/erase`] = { status: 202, ...closed };
    server.responses[`GET ${PATH}`] = closed;
    await user.click(dialog.getByRole('button', { name: 'Delete Account' }));
    await findToast('Deletion started', 'The account of nora@example.com is closed.');
    expect(await drawer.findByText('It is being deleted.')).toBeVisible();
  });

  it.each([
    ['End sessions', 'End Sessions', `POST ${PATH}/end-sessions`],
    ['Make admin', 'Make Admin', `PATCH ${PATH}/role`],
    ['Delete account', 'Delete Account', `POST ${PATH}/erase`],
  ])('say that the account was deleted in between: %s', async (button, confirmation, call) => {
    const { user, drawer } = await openNora({ [call]: { status: 404, text: 'Not found' } });
    await user.click(drawer.getByRole('button', { name: button }));
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.click(dialog.getByRole('button', { name: confirmation }));
    expect(await dialog.findByText('This is not there any more: someone has removed it.')).toBeVisible();
  });

  it('are not offered for the own account, and to a packer only one', async () => {
    const { drawer } = await openNora({
      'GET /api/user': { json: { ...EMPTY_SHOP['GET /api/user'].json, permissions: ['refund'] } },
    });
    expect(drawer.getAllByRole('button').map(({ textContent }) => textContent)).not.toContain('Make admin');
    expect(drawer.getByRole('button', { name: 'End sessions' })).toBeVisible();
    expect(drawer.getByText(/^Your account may not do this\./)).toBeVisible();
    resetBrowser();
    const own = await openNora({
      'GET /api/user': { json: { ...EMPTY_SHOP['GET /api/user'].json, email: NORA.email } },
    });
    expect(own.drawer.getByText(/^This is your own account/)).toBeVisible();
    expect(own.drawer.queryByRole('button', { name: 'End sessions' })).toBeNull();
  });
});
