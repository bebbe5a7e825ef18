import { ORDER_CODE_REQUIRED } from '@shop/contracts-order';
import { findToast, type StubbedResponse } from '@shop/web-testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { aCustomerOrder, aDeliveredOrder, anOrder, signedIn } from '../testing/builders.js';
import { openOrder } from '../testing/open-order.js';
import { closeTab, openShop, resetBrowser } from '../testing/open-shop.js';

afterEach(resetBrowser);

const createProblem = (status: number, code: string, detail: string): StubbedResponse => ({
  status,
  text: JSON.stringify({ type: 'about:blank', title: detail, status, detail, code }),
  headers: { 'content-type': 'application/problem+json' },
});
const ONLY_THE_LINK = 'The link in an email only shows the order.';
const REFUSED = createProblem(403, ORDER_CODE_REQUIRED, ONLY_THE_LINK);
const SENT = { json: { expiresAt: new Date(Date.now() + 600_000).toISOString() } };
const byLink = aCustomerOrder(anOrder({ email: 'sam@example.com' }), { canChange: false });

async function openByLink(customerOrder = byLink, answers: Record<string, StubbedResponse> = {}) {
  const opened = await openOrder(customerOrder, answers);
  const { address, api, user } = opened;
  const calls = {
    change: `PATCH ${address}/address`,
    cancel: `POST ${address}/cancel`,
    send: `POST ${address}/code`,
    confirm: `POST ${address}/code/confirm`,
  };
  for (const call of [calls.change, calls.cancel]) api.responses[call] = REFUSED;
  api.responses[calls.send] = SENT;
  const changed = aCustomerOrder({ ...customerOrder.order }, { canChange: true });
  const saveCity = async (): Promise<void> => {
    await user.click(screen.getByRole('button', { name: 'Change address' }));
    const city = screen.getByRole('textbox', { name: 'City' });
    await user.clear(city);
    await user.type(city, 'Shelbyville');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  };
  /** The server takes the change from now on. */
  const acceptCode = (): void => {
    api.responses[calls.confirm] = { json: changed };
    for (const call of [calls.change, calls.cancel]) api.responses[call] = { json: changed };
  };
  return { ...opened, calls, saveCity, acceptCode };
}

const findCodeDialog = async () => within(await screen.findByRole('dialog', { name: 'Is this your order?' }));
const findCodeField = async () => screen.findByRole('textbox', { name: 'Code' });

describe('an order that was opened by the link of an email in another browser', () => {
  it('says that changes need a code, and keeps that in mind when the stream has news', async () => {
    const { streams, order } = await openByLink();
    const note = /You opened this order by the link of an email\. .* we send a code to sam@example\.com/;
    expect(screen.getByText(note)).toBeVisible();
    const { canChange: _, ...news } = byLink;
    await waitFor(() => expect(streams.opened).toHaveLength(1));
    act(() => streams.opened[0]?.emit('order', { ...news, order: { ...order, orderNumber: 'PA-NEWS' } }));
    expect(await screen.findByRole('heading', { name: 'Order PA-NEWS' })).toBeVisible();
    expect(screen.getByText(note)).toBeVisible();
  });

  it('says nothing about it to its owner, or if the server does not', async () => {
    for (const canChange of [true, undefined]) {
      await openOrder(aCustomerOrder({}, { canChange }));
      expect(screen.queryByText(/by the link of an email/)).toBeNull();
      resetBrowser();
    }
  });

  it('asks for the code when a change is saved, and then sends the change again', async () => {
    const { user, api, calls, saveCity, acceptCode } = await openByLink();
    await saveCity();
    const dialog = await findCodeDialog();
    expect(dialog.getByText(/enter a code that we send to/)).toHaveTextContent('sam@example.com');
    await user.dblClick(dialog.getByRole('button', { name: 'Send me a code' }));
    const field = await findCodeField();
    expect(api.callsTo(calls.send)).toHaveLength(1);
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute('autocomplete', 'one-time-code');
    acceptCode();
    await user.type(field, '048 213{Enter}');
    await findToast('Address changed', 'Your order goes to the new address.');
    expect(api.callsTo(calls.confirm).map(({ body }) => body)).toEqual([{ code: '048213' }]);
    expect(api.callsTo(calls.change)).toHaveLength(2);
    expect(api.callsTo(calls.change)[1]?.body).toMatchObject({ city: 'Shelbyville' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText(/by the link of an email/)).toBeNull();
  });

  it('keeps the change and says why it was not made if the dialog of the code is closed', async () => {
    const { user, api, calls, saveCity } = await openByLink();
    await saveCity();
    await user.click((await findCodeDialog()).getByRole('button', { name: 'Not now' }));
    const change = within(await screen.findByRole('dialog', { name: 'Change address' }));
    expect(change.getByRole('alert')).toHaveTextContent(ONLY_THE_LINK);
    expect(change.getByRole('textbox', { name: 'City' })).toHaveValue('Shelbyville');
    expect(api.callsTo(calls.change)).toHaveLength(1);
    await user.click(change.getByRole('button', { name: 'Save Changes' }));
    expect(await findCodeDialog()).toBeTruthy();
  });

  it.each([
    ['CODE_WRONG', 'This code is not right. You have 4 tries left.'],
    ['CODE_EXPIRED', 'This code has expired. Please have a new one sent.'],
    ['CODE_TRIES_USED_UP', 'Those were too many wrong codes. Please have a new one sent.'],
  ])('says what is wrong with a code, and sends another one: %s', async (reason, message) => {
    const { user, api, calls, acceptCode } = await openByLink();
    await user.click(screen.getByRole('button', { name: 'Cancel Order' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel Order' }));
    await user.click((await findCodeDialog()).getByRole('button', { name: 'Send me a code' }));
    api.responses[calls.confirm] = createProblem(422, reason, message);
    await user.type(await findCodeField(), '111111{Enter}');
    expect(await screen.findByText(message)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Send another code' }));
    await waitFor(async () => expect(await findCodeField()).toHaveValue(''));
    expect(screen.queryByText(message)).toBeNull();
    expect(api.callsTo(calls.send)).toHaveLength(2);
    acceptCode();
    await user.type(await findCodeField(), '222222{Enter}');
    await waitFor(() => expect(api.callsTo(calls.cancel)).toHaveLength(2));
  });

  it.each([
    [429, 'Many codes were sent for this order. Please try again in 12 minutes, or write to us under Contact.'],
    [503, 'Orders are unavailable right now. Please try again in a moment.'],
  ])('says why no code was sent: %i', async (status, message) => {
    const { user, api, calls, saveCity } = await openByLink();
    api.responses[calls.send] = { status, text: message };
    await saveCity();
    const dialog = await findCodeDialog();
    await user.click(dialog.getByRole('button', { name: 'Send me a code' }));
    expect(await dialog.findByText(message)).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Code' })).toBeNull();
    api.responses[calls.send] = SENT;
    await user.click(dialog.getByRole('button', { name: 'Send me a code' }));
    expect(await findCodeField()).toBeVisible();
    expect(screen.queryByText(message)).toBeNull();
  });

  it('asks for six digits before it sends a code', async () => {
    const { user, api, calls, saveCity } = await openByLink();
    await saveCity();
    await user.click((await findCodeDialog()).getByRole('button', { name: 'Send me a code' }));
    await user.type(await findCodeField(), '1234{Enter}');
    expect(await screen.findByText('Please enter the six digits of the code')).toBeVisible();
    expect(api.callsTo(calls.confirm)).toEqual([]);
  });

  it('takes the code after a reload, which the way to the email may cost', async () => {
    const { user, api, calls, order, saveCity, acceptCode } = await openByLink();
    await saveCity();
    await user.click((await findCodeDialog()).getByRole('button', { name: 'Send me a code' }));
    await findCodeField();
    closeTab();
    const again = openShop(`/orders/${order.id}`);
    await screen.findByRole('heading', { name: `Order ${order.orderNumber}` });
    await again.user.click(screen.getByRole('button', { name: 'Change address' }));
    expect(screen.getByRole('textbox', { name: 'City' })).toHaveValue('Shelbyville');
    await again.user.click(screen.getByRole('button', { name: 'Save Changes' }));
    const field = await findCodeField();
    acceptCode();
    await again.user.type(field, '048213{Enter}');
    await findToast('Address changed', 'Your order goes to the new address.');
    expect(api.callsTo(calls.send)).toHaveLength(1);
  });

  it('asks for the code before a problem is reported, with the same call again', async () => {
    const { user, api, address, acceptCode } = await openByLink({ ...aDeliveredOrder(), canChange: false });
    const report = `POST ${address}/problems`;
    api.responses[report] = REFUSED;
    await user.click(screen.getByRole('button', { name: 'Report a Problem' }));
    await user.click(screen.getByRole('radio', { name: 'It is damaged' }));
    await user.type(screen.getByRole('textbox', { name: 'What happened' }), 'There is a hole in it.');
    await user.click(screen.getByRole('button', { name: 'Send Report' }));
    await user.click((await findCodeDialog()).getByRole('button', { name: 'Send me a code' }));
    acceptCode();
    api.responses[report] = { status: 201, json: aDeliveredOrder() };
    await user.type(await findCodeField(), '048213{Enter}');
    await findToast('Problem reported', 'We look at it, and answer here and by email.');
    const [first, second] = api.callsTo(report).map(({ headers }) => headers['idempotency-key']);
    expect(second).toBe(first);
  });

  it('asks for the code before the order is added to an account', async () => {
    const opened = await openByLink(aCustomerOrder({}, { canChange: false, isGuestOrder: true }), signedIn);
    const { user, api, address, acceptCode } = opened;
    const add = `POST ${address}/account`;
    api.responses[add] = REFUSED;
    await user.click(await screen.findByRole('button', { name: 'Add to my orders' }));
    await user.click((await findCodeDialog()).getByRole('button', { name: 'Send me a code' }));
    acceptCode();
    api.responses[add] = { json: aCustomerOrder({ ...opened.order }) };
    await user.type(await findCodeField(), '048213{Enter}');
    await findToast('Added to your orders', 'You find it in My Orders.');
  });
});
