import { PROBLEM_NOT_REPORTABLE } from '@shop/contracts-order';
import { createDeferred, doubleClick, findToast } from '@shop/web-testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { aDeliveredOrder, anOrder, aProblemReport } from '../testing/builders.js';
import { openOrder } from '../testing/open-order.js';
import { closeTab, openShop, resetBrowser } from '../testing/open-shop.js';

afterEach(resetBrowser);

const PHOTO_ID = '3f2b8c1e-7a54-4d0f-9b1a-0c5d6e7f8a90';
const photo = (name = 'hole.jpg') => new File(['…'], name, { type: 'image/jpeg' });
const uploaded = { status: 201, json: { id: PHOTO_ID, url: `/media/${PHOTO_ID}`, width: 4032, height: 3024 } };
const UNAVAILABLE = { status: 503, text: 'Orders are unavailable right now.' };

const findDialog = async () => within(await screen.findByRole('dialog', { name: 'Report a problem' }));
const findText = async () => (await findDialog()).getByRole('textbox', { name: 'What happened' });
const clickSend = async () => doubleClick((await findDialog()).getByRole('button', { name: 'Send Report' }));

async function openReport(known = aDeliveredOrder(), responses: Parameters<typeof openOrder>[1] = {}) {
  const opened = await openOrder(known, responses);
  await opened.user.click(screen.getByRole('button', { name: 'Report a Problem' }));
  await findDialog();
  return { ...opened, call: `POST ${opened.address}/problems` };
}

describe('reporting a problem', () => {
  it('is sent once with items, kind, words and photos, and is then shown', async () => {
    const known = aDeliveredOrder();
    const { user, api, call, item } = await openReport(known, { 'POST /api/upload': uploaded });
    const report = aProblemReport({ photoUrls: [`/media/${PHOTO_ID}`] });
    api.responses[call] = {
      status: 201,
      json: { ...known, problems: { canReport: true, reportableUntil: null, reports: [report] } },
    };
    await user.click(screen.getByRole('button', { name: 'Decrease quantity' }));
    await user.click(screen.getByRole('radio', { name: 'It is damaged' }));
    await user.type(await findText(), ' There is a hole in it. ');
    await user.upload(screen.getByLabelText('Photos of the problem'), photo());
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    await clickSend();
    await findToast('Problem reported', 'We look at it, and answer here and by email.');
    expect(api.callsTo(call).map(({ body }) => body)).toEqual([
      {
        kind: 'damaged',
        text: 'There is a hole in it.',
        items: [{ orderItemId: item.id, quantity: 1 }],
        photos: [PHOTO_ID],
      },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('region', { name: 'What you reported' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Report a Problem' }));
    expect(await findText()).toHaveValue('');
  });

  it('asks for what is missing, and focuses it', async () => {
    const { items } = anOrder();
    const second = { ...items[0]!, id: crypto.randomUUID(), title: 'Bone Pet Tag', quantity: 1 };
    const { user, api, call } = await openReport(aDeliveredOrder({}, { items: [items[0]!, second] }));
    await user.click(screen.getByRole('radio', { name: 'Something else' }));
    await clickSend();
    expect(await screen.findByText('Please choose at least one item')).toBeVisible();
    expect(screen.getByText('Please describe the problem')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: /^Classic T-Shirt/ })).toHaveFocus();
    expect(api.callsTo(call)).toEqual([]);
    await user.click(screen.getByRole('checkbox', { name: /^Bone Pet Tag/ }));
    expect(screen.queryByText('Please choose at least one item')).toBeNull();
    await user.type(await findText(), 'Too small');
    await clickSend();
    await waitFor(() =>
      expect(api.callsTo(call)[0]?.body).toMatchObject({ items: [{ orderItemId: second.id, quantity: 1 }] }),
    );
  });

  it('keeps everything after an error, and the next attempt has the same key', async () => {
    const { user, api, call } = await openReport();
    api.responses[call] = { lost: true };
    await user.click(screen.getByRole('radio', { name: 'It is misprinted' }));
    await user.type(await findText(), 'It is blue.');
    await clickSend();
    await waitFor(async () => expect((await findDialog()).getByRole('alert')).toBeVisible());
    api.responses[call] = UNAVAILABLE;
    await clickSend();
    expect(await screen.findByText(UNAVAILABLE.text)).toBeVisible();
    expect(await findText()).toHaveValue('It is blue.');
    const [first, second, ...more] = api.callsTo(call).map(({ headers }) => headers['idempotency-key']);
    expect([first, more]).toEqual([second, []]);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('survives a reload with its photos, and is discarded on request', async () => {
    const { user, order } = await openReport(aDeliveredOrder(), { 'POST /api/upload': uploaded });
    await user.click(screen.getByRole('radio', { name: 'It is damaged' }));
    await user.type(await findText(), 'A hole');
    await user.upload(screen.getByLabelText('Photos of the problem'), photo());
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    closeTab();
    const reopened = openShop(`/orders/${order.id}`);
    await reopened.user.click(await screen.findByRole('button', { name: 'Report a Problem' }));
    expect(await findText()).toHaveValue('A hole');
    expect(screen.getByRole('radio', { name: 'It is damaged' })).toBeChecked();
    expect(screen.getByRole('button', { name: 'Remove Photo' })).toBeVisible();
    await reopened.user.keyboard('{Escape}');
    expect(screen.getByText('Your report is not sent. Discard it?')).toBeVisible();
    await reopened.user.click(screen.getByRole('button', { name: 'Discard' }));
    await reopened.user.click(screen.getByRole('button', { name: 'Report a Problem' }));
    expect(await findText()).toHaveValue('');
  });

  it('says when the time for reports is over, and keeps what was written', async () => {
    const known = aDeliveredOrder();
    const { user, api, call, address } = await openReport(known);
    const over = { ...known, problems: { canReport: false, reportableUntil: null, reports: [] } };
    api.responses[call] = { status: 409, text: PROBLEM_NOT_REPORTABLE };
    api.responses[`GET ${address}`] = { json: over };
    await user.click(screen.getByRole('radio', { name: 'It is damaged' }));
    await user.type(await findText(), 'A hole');
    await clickSend();
    expect(await screen.findByText(PROBLEM_NOT_REPORTABLE)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Send Report' })).toBeNull());
    expect(await findText()).toHaveValue('A hole');
  });

  it('is not offered when the server does not allow it', async () => {
    await openOrder(aDeliveredOrder({ problems: { canReport: false, reportableUntil: null, reports: [] } }));
    expect(screen.queryByRole('button', { name: 'Report a Problem' })).toBeNull();
  });
});

describe('photos of a problem', () => {
  it('show their progress, and a failed one can be sent again or removed', async () => {
    const { promise, resolve } = createDeferred<undefined>();
    const { user, api, call } = await openReport(aDeliveredOrder(), {
      'POST /api/upload': { status: 503, text: 'Photos are unavailable right now.', sent: [0.4], after: promise },
    });
    await user.click(screen.getByRole('radio', { name: 'It is damaged' }));
    await user.type(await findText(), 'A hole');
    await user.upload(screen.getByLabelText('Photos of the problem'), photo());
    await waitFor(() => expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40'));
    await clickSend();
    expect(await screen.findByText('Please wait until your photos are sent.')).toBeVisible();
    await act(async () => resolve(undefined));
    expect(await screen.findByText('Photos are unavailable right now.')).toBeVisible();
    expect(screen.getByText('Please try again, or remove the photos that were not sent.')).toBeVisible();
    expect(api.callsTo(call)).toEqual([]);
    api.responses['POST /api/upload'] = uploaded;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull());
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Remove hole.jpg' }));
    expect(screen.queryByText('hole.jpg')).toBeNull();
    expect(screen.getByRole('button', { name: 'Add photos' })).toHaveFocus();
  });

  it('are at most three', async () => {
    const { user, api } = await openReport();
    api.responses['POST /api/upload'] = () => {
      const id = crypto.randomUUID();
      return { status: 201, json: { id, url: `/media/${id}`, width: 40, height: 30 } };
    };
    await user.upload(
      screen.getByLabelText('Photos of the problem'),
      ['a', 'b', 'c', 'd'].map((name) => photo(`${name}.jpg`)),
    );
    expect(await screen.findByText('Please choose at most 3 photos.')).toBeVisible();
    await waitFor(() => expect(api.callsTo('POST /api/upload')).toHaveLength(3));
    expect(screen.getByRole('button', { name: 'Add photos' })).toHaveAttribute('aria-disabled', 'true');
  });
});
