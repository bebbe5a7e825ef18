import type { AdminOrderDetail } from '@shop/contracts-order';
import { findToast, stubApi } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import {
  createOrderDetail,
  createOrderItem,
  createProblemReport,
  createReprint,
  ORDERS,
} from '../../testing/builders.js';
import { createOrder, EMPTY_SHOP, openAdmin, resetBrowser } from '../../testing/open-admin.js';

const SHIRT = createOrderItem({ quantity: 3, variantSelections: { size: 'M' } });
const TAG = createOrderItem({ title: 'Bone Pet Tag', quantity: 1, variantSelections: {} });
const REPORT = createProblemReport({ items: [{ orderItemId: SHIRT.id, title: SHIRT.title, quantity: 2 }] });
const ORDER = createOrderDetail({
  status: 'shipped',
  items: [SHIRT, TAG],
  problems: [REPORT],
  reprints: [],
  canBeReprinted: true,
});
const PATH = `/api/admin/orders/${ORDER.id}`;
const ANSWER = `POST ${PATH}/problems/${REPORT.id}/answer`;
const REPRINT = `POST ${PATH}/reprints`;
const ANSWERED = { ...ORDER, problems: [{ ...REPORT, state: 'answered' as const, answer: 'We are sorry.' }] };

async function openOrder(order: AdminOrderDetail, responses: Parameters<typeof stubApi>[0] = {}) {
  const server = stubApi({
    ...EMPTY_SHOP,
    [ORDERS]: { json: [createOrder({ id: ORDER.id, hasOpenProblem: true })] },
    [`GET ${PATH}`]: { json: order },
    ...responses,
  });
  const { user } = openAdmin(`/admin?tab=orders&order=${ORDER.id}`);
  const drawer = within(await screen.findByRole('dialog', { name: `Order ${ORDER.orderNumber}` }));
  return { user, server, drawer };
}

type Opened = Awaited<ReturnType<typeof openOrder>>;

async function openForm({ user, drawer }: Opened, button: string) {
  await user.click(await drawer.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog', { name: `Send again from order ${ORDER.orderNumber}` }));
}

afterEach(resetBrowser);

describe('a problem that a customer reported', () => {
  it('is shown with its items and photos, which a click enlarges', async () => {
    const { user, drawer } = await openOrder(ORDER);
    const [report] = within(await drawer.findByRole('list', { name: 'Reported problems' })).getAllByRole('listitem');
    for (const text of ['Damaged', 'open', '2 × Classic T-Shirt', REPORT.text]) expect(report).toHaveTextContent(text);
    await user.click(drawer.getByRole('button', { name: 'Enlarge Photo 1 of 1' }));
    const large = within(await screen.findByRole('dialog', { name: 'Photo 1 of 1' }));
    expect(large.getByRole('img')).toHaveAttribute('src', '/media/photo');
  });

  it('is answered once on a double click, and keeps the answer after an error', async () => {
    const message = 'This report was answered in between, or the items are sent again. Please look at it again.';
    const opened = await openOrder(ORDER, { [ANSWER]: { status: 409, text: message } });
    const { user, drawer, server } = opened;
    await user.click(await drawer.findByRole('button', { name: 'Answer' }));
    const field = drawer.getByRole('textbox', { name: 'Answer to the customer' });
    await user.click(drawer.getByRole('button', { name: 'Send answer' }));
    expect(field).toHaveAccessibleDescription(/Answer is required/);
    await user.type(field, 'We are sorry.');
    server.responses[`GET ${PATH}`] = { json: { ...ANSWERED, problems: [{ ...REPORT, state: 'reprinted' }] } };
    await user.click(drawer.getByRole('button', { name: 'Send answer' }));
    expect(await drawer.findByText(message)).toBeVisible();
    expect(await drawer.findByText('sent again')).toBeVisible();
    expect(field).toHaveValue('We are sorry.');

    server.responses[ANSWER] = { json: ANSWERED };
    server.responses[`GET ${PATH}`] = { json: ANSWERED };
    await user.dblClick(drawer.getByRole('button', { name: 'Send answer' }));
    await findToast('Report answered', 'The customer gets your answer by email.');
    expect(server.callsTo(ANSWER).map(({ body }) => body)).toEqual(Array(2).fill({ answer: 'We are sorry.' }));
    expect(await drawer.findByText('answered')).toBeVisible();
    expect(drawer.queryByRole('textbox', { name: 'Answer to the customer' })).toBeNull();
    expect(drawer.queryByRole('button', { name: 'Answer' })).toBeNull();
  });

  it('is settled by sending a part again, once on a double click, with the version that was seen', async () => {
    const opened = await openOrder(ORDER, { [REPRINT]: { status: 201, json: ORDER } });
    const { user, server } = opened;
    const form = await openForm(opened, 'Send it again');
    expect(form.getByRole('combobox', { name: 'How many of Classic T-Shirt, M' })).toHaveDisplayValue('2');
    expect(form.getByRole('combobox', { name: 'Reason' })).toHaveDisplayValue('Damaged');
    await user.selectOptions(form.getByRole('combobox', { name: 'How many of Classic T-Shirt, M' }), '1');
    await user.type(form.getByRole('textbox', { name: 'Note (optional)' }), 'Bad foil');
    await user.dblClick(form.getByRole('button', { name: 'Send Again for Free' }));
    await findToast('Items are sent again', 'The customer gets an email.');
    const [call, ...others] = server.callsTo(REPRINT);
    expect(others).toEqual([]);
    expect(call?.body).toEqual({
      items: [{ orderItemId: SHIRT.id, quantity: 1 }],
      reason: 'damaged',
      note: 'Bad foil',
      photos: [],
      reportId: REPORT.id,
      repeats: [],
    });
    expect(call?.headers).toMatchObject({
      'if-match': `"${ORDER.version}"`,
      'idempotency-key': expect.stringMatching(/^[\w-]{36}$/),
    });
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Send again/ })).toBeNull());
  });
});

describe('a problem that was answered', () => {
  it('is sent again with the answer that was displayed at the opening', async () => {
    const opened = await openOrder(ANSWERED, { [REPRINT]: { status: 201, json: ANSWERED } });
    const form = await openForm(opened, 'Send it again');
    await opened.user.click(form.getByRole('button', { name: 'Send Again for Free' }));
    await findToast('Items are sent again', 'The customer gets an email.');
    expect(opened.server.callsTo(REPRINT)[0]?.body).toMatchObject({ reportId: REPORT.id, isReportAnswered: true });
  });
});

describe('items that are sent again without a report', () => {
  const UPLOAD = 'POST /api/upload';

  it('go to another address with a photo of the customer', async () => {
    const uploaded = { id: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a02', url: '/media/uploaded', width: 10, height: 10 };
    const opened = await openOrder(
      { ...ORDER, problems: [] },
      {
        [REPRINT]: { status: 201, json: ORDER },
        [UPLOAD]: { status: 413, text: 'That photo is too large.' },
      },
    );
    const { user, server } = opened;
    const form = await openForm(opened, 'Send items again');
    const photo = new File(['png'], 'broken.png', { type: 'image/png' });
    await user.upload(form.getByLabelText('File of the photo'), photo);
    expect(await form.findByText('That photo is too large.')).toBeVisible();
    server.responses[UPLOAD] = { status: 201, json: uploaded };
    await user.upload(form.getByLabelText('File of the photo'), photo);
    expect(await form.findByRole('img', { name: 'Photo 1' })).toHaveAttribute('src', uploaded.url);

    await user.click(form.getByRole('button', { name: 'Send Again for Free' }));
    expect(await form.findByText('Please choose at least one item')).toBeVisible();
    expect(form.getByText('Please choose a reason')).toBeVisible();
    await user.selectOptions(form.getByRole('combobox', { name: 'How many of Bone Pet Tag' }), '1');
    expect(form.queryByText('Please choose at least one item')).toBeNull();
    await user.selectOptions(form.getByRole('combobox', { name: 'Reason' }), 'Not arrived');
    await user.click(form.getByRole('button', { name: 'Send it elsewhere' }));
    await user.clear(form.getByLabelText('Address'));
    await user.click(form.getByRole('button', { name: 'Send Again for Free' }));
    expect(await form.findByText('Address is required')).toBeVisible();
    expect(server.callsTo(REPRINT)).toEqual([]);
    await user.type(form.getByLabelText('Address'), '7 Oak Lane');
    await user.click(form.getByRole('button', { name: 'Send Again for Free' }));
    await findToast('Items are sent again', 'The customer gets an email.');
    expect(server.callsTo(REPRINT)[0]?.body).toEqual({
      items: [{ orderItemId: TAG.id, quantity: 1 }],
      reason: 'not-arrived',
      note: '',
      photos: [uploaded.id],
      address: { ...ORDER.shippingAddress, address: '7 Oak Lane' },
      repeats: [],
    });
  });

  it('wait for a photo that is uploaded, and do not get back one that was removed in between', async () => {
    const first = { id: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a02', url: '/media/first', width: 10, height: 10 };
    const second = { ...first, id: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a03', url: '/media/second' };
    const opened = await openOrder(
      { ...ORDER, problems: [] },
      { [REPRINT]: { status: 201, json: ORDER }, [UPLOAD]: { status: 201, json: first } },
    );
    const { user, server } = opened;
    const form = await openForm(opened, 'Send items again');
    const photo = new File(['png'], 'photo.png', { type: 'image/png' });
    await user.selectOptions(form.getByRole('combobox', { name: 'How many of Bone Pet Tag' }), '1');
    await user.selectOptions(form.getByRole('combobox', { name: 'Reason' }), 'Misprinted');
    await user.upload(form.getByLabelText('File of the photo'), photo);
    await form.findByRole('img', { name: 'Photo 1' });
    let finishUpload = (): void => undefined;
    const after = new Promise<void>((resolve) => (finishUpload = resolve));
    server.responses[UPLOAD] = { status: 201, json: second, after };
    await user.upload(form.getByLabelText('File of the photo'), photo);
    await user.click(await form.findByRole('button', { name: 'Waiting for the photo...' }));
    await user.click(form.getByRole('button', { name: 'Remove photo 1' }));
    finishUpload();
    await user.click(await form.findByRole('button', { name: 'Send Again for Free' }));
    await findToast('Items are sent again', 'The customer gets an email.');
    expect(server.callsTo(REPRINT).map(({ body }) => body)).toMatchObject([{ photos: [second.id] }]);
  });

  it('say so if the server can’t add a photo', async () => {
    const withoutId = { id: null, url: '/media/photo', width: 10, height: 10 };
    const opened = await openOrder({ ...ORDER, problems: [] }, { [UPLOAD]: { status: 201, json: withoutId } });
    const form = await openForm(opened, 'Send items again');
    await opened.user.upload(
      form.getByLabelText('File of the photo'),
      new File(['png'], 'a.png', { type: 'image/png' }),
    );
    expect(await form.findByText('This photo could not be added. Please go on without it.')).toBeVisible();
  });

  it('name what another admin has sent in between before they are sent once more', async () => {
    const message = 'Some of these items are sent again already.';
    const opened = await openOrder({ ...ORDER, problems: [] }, { [REPRINT]: { status: 409, text: message } });
    const { user, server } = opened;
    const form = await openForm(opened, 'Send items again');
    await user.selectOptions(form.getByRole('combobox', { name: 'How many of Bone Pet Tag' }), '1');
    await user.selectOptions(form.getByRole('combobox', { name: 'Reason' }), 'Misprinted');
    const earlier = createReprint({ items: [{ orderItemId: TAG.id, title: TAG.title, quantity: 1 }] });
    const newest = { ...ORDER, reprints: [earlier], version: 'newest', canBeReprinted: false };
    server.responses[`GET ${PATH}`] = { json: newest };
    await user.click(form.getByRole('button', { name: 'Send Again for Free' }));
    expect(await form.findByText(message)).toBeVisible();
    expect(await form.findByText(/^Sent again before:/)).toHaveTextContent('1 × Bone Pet Tag');
    expect(form.getByRole('combobox', { name: 'Reason' })).toHaveDisplayValue('Misprinted');

    server.responses[REPRINT] = { status: 201, json: newest };
    await user.click(form.getByRole('button', { name: 'Send Again for Free' }));
    await findToast('Items are sent again', 'The customer gets an email.');
    expect(server.callsTo(REPRINT).map(({ body }) => (body as { repeats: string[] }).repeats)).toEqual([
      [],
      [earlier.id],
    ]);
    expect(server.callsTo(REPRINT)[1]?.headers['if-match']).toBe('"newest"');
  });

  it('keep the form after an error', async () => {
    const message = 'Only 3 of Classic T-Shirt were ordered.';
    const opened = await openOrder(ORDER, { [REPRINT]: { status: 422, text: message } });
    const form = await openForm(opened, 'Send items again');
    await opened.user.selectOptions(form.getByRole('combobox', { name: 'How many of Classic T-Shirt, M' }), '3');
    await opened.user.selectOptions(form.getByRole('combobox', { name: 'Reason' }), 'Misprinted');
    await opened.user.click(form.getByRole('button', { name: 'Send Again for Free' }));
    expect(await form.findByText(message)).toBeVisible();
    expect(form.getByRole('combobox', { name: 'How many of Classic T-Shirt, M' })).toHaveDisplayValue('3');
  });

  it('are not offered before the order is sent, nor by another server', async () => {
    const { drawer } = await openOrder({ ...ORDER, canBeReprinted: undefined, reprints: undefined });
    expect(await drawer.findByText(REPORT.text)).toBeVisible();
    expect(drawer.queryByRole('button', { name: /Send (it|items) again/ })).toBeNull();
    expect(drawer.queryByRole('heading', { name: 'Sent again' })).toBeNull();
  });
});
