import type { OrderEmail } from '@shop/contracts-support';
import { findToast, stubApi } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { createOrderDetail, ORDERS } from '../../testing/builders.js';
import { createOrder, resetBrowser, openAdmin, EMPTY_SHOP } from '../../testing/open-admin.js';

const ORDER = createOrderDetail({ emailKinds: ['order-confirmed', 'order-printing'] });
const PATH = `/api/admin/orders/${ORDER.id}`;
const [LIST, SEND] = [`GET ${PATH}/emails`, `POST ${PATH}/emails`];

const createEmail = (change: Partial<OrderEmail> = {}): OrderEmail => ({
  id: crypto.randomUUID(),
  kind: 'order-confirmed',
  state: 'sent',
  at: new Date().toISOString(),
  nextTryAt: null,
  reason: null,
  isToPresentAddress: true,
  about: null,
  ...change,
});

async function openOrder(responses: Parameters<typeof stubApi>[0] = {}) {
  const server = stubApi({
    ...EMPTY_SHOP,
    [ORDERS]: { json: [createOrder({ id: ORDER.id })] },
    [`GET ${PATH}`]: { json: ORDER },
    ...responses,
  });
  const { user } = openAdmin(`/admin?tab=orders&order=${ORDER.id}`);
  const drawer = within(await screen.findByRole('dialog', { name: `Order ${ORDER.orderNumber}` }));
  return { user, server, drawer };
}
const findRows = async (drawer: Awaited<ReturnType<typeof openOrder>>['drawer']) =>
  within(await drawer.findByRole('list', { name: 'Emails' })).getAllByRole('listitem');

afterEach(resetBrowser);

describe('OrderEmails', () => {
  it('shows what became of each email, and offers those again that are true now', async () => {
    const { drawer } = await openOrder({
      [LIST]: {
        json: [
          createEmail({
            state: 'waiting',
            kind: 'order-printing',
            reason: '451 try later',
            nextTryAt: new Date(Date.now() + 300_000).toISOString(),
          }),
          createEmail({ state: 'refused', reason: '550 5.1.1 no such mailbox', isToPresentAddress: true }),
          createEmail({ isToPresentAddress: false }),
          createEmail({ kind: 'order-shipped' }),
          createEmail({ kind: 'order-birthday', state: 'read' as 'sent' }),
          createEmail({ kind: 'order-reprint' }),
          createEmail({ kind: 'problem-answered' }),
        ],
      },
    });
    const rows = await findRows(drawer);
    const texts = rows.map(({ textContent }) => textContent);
    expect(texts[0]).toMatch(
      /^Being printedwaitingTo pat@example\.com.*451 try later.*Next try: \d\d:\d\d$|Next try: \w{3} \d+, \d\d:\d\d$/,
    );
    expect(texts[1]).toMatch(/^Order confirmationrefused for good.*550 5\.1\.1 no such mailbox/);
    expect(texts[2]).toMatch(/^Order confirmationsentTo an earlier address · less than a minute ago/);
    expect(texts[4]).toMatch(/^order-birthdayread/);
    expect(texts[5]).toMatch(/^Items sent againsent/);
    expect(texts[6]).toMatch(/^Answer to a reportsent/);
    expect(rows.map((row) => within(row).queryByRole('button', { name: /Send again/ }) !== null)).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('shows what an email said, once it is opened', async () => {
    const [read, earlier] = [createEmail({ hasText: true }), createEmail()];
    const TEXT = `GET ${PATH}/emails/${read.id}`;
    const { user, server, drawer } = await openOrder({
      [LIST]: { json: [read, earlier] },
      [TEXT]: { json: { id: read.id, subject: 'Thank you', text: 'Hello <b>Pat</b>,\n\nsoon.\n' } },
    });
    const [row, other] = await findRows(drawer);
    expect(within(other!).queryByText(/Read the text/)).toBeNull();
    expect(server.callsTo(TEXT)).toHaveLength(0);
    await user.click(within(row!).getByText(/Read the text/));
    expect(await within(row!).findByText('Thank you')).toBeVisible();
    expect(within(row!).getByText(/^Hello <b>Pat<\/b>,\s+soon\.$/)).toBeVisible();
  });

  it('sends an email again once on a double click, and another one at the next press', async () => {
    const email = createEmail({ state: 'refused', reason: '550 no', about: 're_1' });
    const { user, server, drawer } = await openOrder({ [LIST]: { json: [email] }, [SEND]: { status: 202, json: {} } });
    const press = async () =>
      user.dblClick(await drawer.findByRole('button', { name: 'Send again: Order confirmation' }));
    await press();
    await findToast('Email on its way', 'It goes to the order’s present address.');
    expect((await findRows(drawer)).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Order confirmationwaitingTo pat@example\.com/),
    ]);
    expect(server.callsTo(SEND)).toMatchObject([
      {
        body: { kind: 'order-confirmed', emailId: email.id, about: 're_1' },
        headers: { 'if-match': `"${ORDER.version}"` },
      },
    ]);
  });

  it('repeats the call with its key after a lost answer, and uses another one after a success', async () => {
    const { user, server, drawer } = await openOrder({
      [LIST]: { json: [createEmail()] },
      [SEND]: { lost: true },
    });
    const press = async () => user.click(await drawer.findByRole('button', { name: 'Send again: Order confirmation' }));
    await press();
    await findToast('Email not sent', "We couldn't reach the shop. Please check your connection and try again.");
    server.responses[SEND] = { status: 202, json: {} };
    await press();
    await waitFor(async () => expect(await findRows(drawer)).toHaveLength(2));
    await press();
    await waitFor(() => expect(server.callsTo(SEND)).toHaveLength(3));
    const [lost, repeated, next] = server.callsTo(SEND).map(({ headers }) => headers['idempotency-key']);
    expect([repeated === lost, next === lost]).toEqual([true, false]);
  });

  it('says why an email can’t be sent, and loads the order again', async () => {
    const message = 'The address of this order was changed in between. Please look at it again.';
    const { user, server, drawer } = await openOrder({
      [LIST]: { json: [createEmail()] },
      [SEND]: { status: 409, text: message },
    });
    await user.click(await drawer.findByRole('button', { name: 'Send again: Order confirmation' }));
    await findToast('Email not sent', message);
    await waitFor(() => expect(server.callsTo(`GET ${PATH}`)).toHaveLength(2));
  });

  it('names the part that is down, and the drawer works', async () => {
    const down = 'The contact service is unavailable right now. Please try again in a moment.';
    const { user, server, drawer } = await openOrder({ [LIST]: { status: 503, text: down } });
    expect(await drawer.findByText(down, {}, { timeout: 3_000 })).toBeVisible();
    expect(drawer.getByLabelText('Note')).toBeVisible();
    server.responses[LIST] = { json: [createEmail()] };
    await user.click(drawer.getByRole('button', { name: /Retry|Try Again/i }));
    expect(await findRows(drawer)).toHaveLength(1);
  });

  it('is absent for a server without this call', async () => {
    const { drawer } = await openOrder();
    expect(await drawer.findByLabelText('Note')).toBeVisible();
    await waitFor(() => expect(drawer.queryByRole('heading', { name: 'Emails' })).toBeNull());
  });
});

describe('RefusedEmailsCard', () => {
  it('leads from the dashboard to the orders whose emails were refused for good', async () => {
    stubApi({
      ...EMPTY_SHOP,
      [ORDERS]: { json: [createOrder({ id: ORDER.id })] },
      [`GET ${PATH}`]: { json: ORDER },
      'GET /api/admin/refused-emails': {
        json: [
          {
            ...{ id: crypto.randomUUID(), kind: 'order-shipped', orderId: ORDER.id, orderNumber: ORDER.orderNumber },
            ...{ at: new Date().toISOString(), reason: '550 5.1.1 no such mailbox' },
          },
        ],
      },
    });
    const { user } = openAdmin('/admin');
    const card = within(await screen.findByRole('region', { name: 'Emails that were refused' }));
    expect(card.getByRole('heading', { name: '1 email was refused' })).toBeVisible();
    expect(card.getByText('On its way')).toBeVisible();
    expect(card.getByText('550 5.1.1 no such mailbox')).toBeVisible();
    await user.click(card.getByRole('link', { name: ORDER.orderNumber }));
    expect(await screen.findByRole('dialog', { name: `Order ${ORDER.orderNumber}` })).toBeVisible();
  });
});
