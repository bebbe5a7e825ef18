import { randomUUID } from 'node:crypto';
import { asUser, waitFor } from '@shop/testing';
import { admin, AdminActions } from './support/admin-actions.js';
import { type PaidOrder, PaidOrders } from './support/paid-orders.js';
import { findAtPrinter } from './support/printer-setup.js';
import { RECORD_PUBLISHED } from './support/published-events.js';
import { TestShop } from './support/test-shop.js';

let shop: TestShop;
const orders = new PaidOrders(() => shop);
const office = new AdminActions(() => shop);
beforeAll(async () => {
  shop = await TestShop.open();
  await shop.query(RECORD_PUBLISHED);
});
afterAll(() => shop.close());

const PLACEMENT = { x: 40, y: 60, scale: 50, rotation: 90 };

const changeArtwork = (order: PaidOrder, generatedImageId: string, as = order.who) =>
  orders.call('PATCH', order, `/items/${order.itemId}`, { generatedImageId, designConfig: PLACEMENT }, as);

const ask = ({ id }: PaidOrder, question = 'The photo is too dark. Do you have another one?', key = randomUUID()) =>
  shop.service.call('POST', `/api/admin/orders/${id}/questions`, {
    as: admin,
    body: { question },
    headers: { 'idempotency-key': key },
  });
const close = ({ id }: PaidOrder, questionId: string) =>
  office.call('POST', `/api/admin/orders/${id}/questions/${questionId}/close`);
const answer = (order: PaidOrder, questionId: string, text = 'Please brighten it.') =>
  orders.call('POST', order, '/answer', { questionId, answer: text });

async function createPrintableOrder(): Promise<PaidOrder> {
  const order = await orders.createPaidOrder();
  await orders.addPrintFiles(order);
  return order;
}

async function createAskedOrder(): Promise<{ order: PaidOrder; questionId: string }> {
  const order = await createPrintableOrder();
  expect((await ask(order)).status).toBe(201);
  return { order, questionId: (await orders.getOrder(order)).question?.id ?? '' };
}

const expectNotPrinted = async (order: PaidOrder) => {
  await orders.submitOnce(order);
  expect(await findAtPrinter(shop.sandbox, order)).toBeNull();
};
const expectPrinted = (order: PaidOrder) =>
  waitFor(async () => expect(await findAtPrinter(shop.sandbox, order)).not.toBeNull());

async function twice(work: () => Promise<void>): Promise<void> {
  await work();
  await work();
}

async function listEvents({ id }: PaidOrder, type: string): Promise<unknown[]> {
  const rows = await shop.query(
    `SELECT envelope->'data' AS data FROM published WHERE envelope->>'type' = $1 AND envelope->>'subject' = $2`,
    [type, `order/${id}`],
  );
  return rows.map(({ data }) => data);
}

describe('an order whose customer was asked', () => {
  it('is answered once, and printed after an admin has closed the question', async () => {
    const { order, questionId } = await createAskedOrder();
    expect(await listEvents(order, 'order.question-asked')).toMatchObject([
      { questionId, question: 'The photo is too dark. Do you have another one?' },
    ]);
    await expectNotPrinted(order);
    await twice(async () => {
      const answered = await answer(order, questionId);
      expect([answered.status, answered.json()]).toMatchObject([200, { question: { answer: 'Please brighten it.' } }]);
    });
    const second = await answer(order, questionId, 'Never mind.');
    expect([second.status, second.text]).toEqual([409, 'This question was already answered: “Please brighten it.”']);
    expect(await listEvents(order, 'order.question-answered')).toMatchObject([{ answer: 'Please brighten it.' }]);
    await expectNotPrinted(order);

    expect((await office.getOrder(order.id)).questions).toMatchObject([
      { answer: 'Please brighten it.', isOpen: true },
    ]);
    await twice(async () => expect((await close(order, questionId)).status).toBe(200));
    await expectPrinted(order);
    const closed = await orders.getOrder(order);
    expect(closed.question).toBeUndefined();
    expect(closed.timeline.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['question-asked', 'question-answered']),
    );
    const { timeline, questions, canBeAsked } = await office.getOrder(order.id);
    expect(timeline.filter(({ action }) => action.startsWith('order.question')).map(({ summary }) => summary)).toEqual([
      'The question was closed: the printing goes on.',
      'The customer answered the question. The order waits until its printing is continued.',
      'The customer was asked a question.',
    ]);
    expect([questions?.[0]?.isOpen, canBeAsked]).toEqual([false, false]);
    const late = await answer(order, questionId, 'Too late');
    expect([late.status, late.text]).toEqual([
      409,
      'This question is no longer open. Please look at your order again.',
    ]);
  });

  it('is changed by its customer after the change window, without being printed', async () => {
    const { order, questionId } = await createAskedOrder();
    await expectNotPrinted(order);
    expect((await orders.changePlacement(order, PLACEMENT)).status).toBe(200);
    await orders.addPrintFiles(order);
    await expectNotPrinted(order);
    expect((await close(order, questionId)).status).toBe(200);
    await expectPrinted(order);
    expect((await orders.changePlacement(order, { ...PLACEMENT, x: 50 })).status).toBe(409);
  });

  it('gets another artwork of its customer after the change window, and the admins are informed', async () => {
    const { order, questionId } = await createAskedOrder();
    await expectNotPrinted(order);
    const artwork = await shop.addArtwork(order.who);
    const changed = await changeArtwork(order, artwork);
    expect([changed.status, changed.json()]).toMatchObject([
      200,
      {
        order: {
          total: (await orders.getOrder(order)).order.total,
          items: [{ generatedImage: { id: artwork, url: `/media/${artwork}` }, designConfig: PLACEMENT }],
        },
        prints: [{ state: 'making', fileUrl: null }],
      },
    ]);
    expect((await changeArtwork(order, artwork)).status).toBe(200);
    expect(await listEvents(order, 'order.changed')).toMatchObject([
      {
        questionId,
        what: [expect.stringMatching(/: artwork$/)],
        order: { items: [{ generatedImage: { id: artwork }, revision: 2 }] },
      },
    ]);
    await expectNotPrinted(order);
  });

  it('gets no artwork of another customer', async () => {
    const { order } = await createAskedOrder();
    const theirs = asUser();
    for (const refused of [
      await changeArtwork(order, await shop.addArtwork(theirs)),
      await changeArtwork(order, randomUUID()),
    ])
      expect([refused.status, refused.text]).toEqual([
        422,
        'We could not find that artwork. Please create it again, or choose one from My Designs.',
      ]);
    expect(await listEvents(order, 'order.changed')).toEqual([]);
  });

  it('is closed and asked again only by an admin who has seen its question and answer', async () => {
    const { order, questionId } = await createAskedOrder();
    const { version } = await office.getOrder(order.id);
    const send = (path: string, body?: unknown) =>
      shop.service.call('POST', `/api/admin/orders/${order.id}/questions${path}`, {
        as: admin,
        body,
        headers: { 'if-match': `"${version}"` },
      });
    await answer(order, questionId);
    for (const refused of [await send(`/${questionId}/close`), await send('', { question: 'Is this your dog?' })])
      expect([refused.status, refused.text]).toEqual([
        409,
        'The customer has answered in between. Please read the answer first.',
      ]);
    await expectNotPrinted(order);
  });

  it('is cancelled by its customer after the change window', async () => {
    const { order, questionId } = await createAskedOrder();
    await expectNotPrinted(order);
    expect((await orders.call('POST', order, '/cancel')).json()).toMatchObject({ order: { status: 'cancelled' } });
    expect((await orders.getOrder(order)).question).toBeUndefined();
    expect((await answer(order, questionId)).status).toBe(409);
  });

  it('is asked once by a repeated request, and its newest question replaces the open one', async () => {
    const order = await createPrintableOrder();
    const key = randomUUID();
    await twice(async () => expect((await ask(order, 'Is this your cat?', key)).status).toBe(201));
    expect((await ask(order, 'Is this your dog?', key)).status).toBe(409);
    expect((await ask(order, 'Is this your dog?')).status).toBe(201);
    expect((await orders.getOrder(order)).question?.text).toBe('Is this your dog?');
    await close(order, key);
    await expectNotPrinted(order);
    expect((await office.getOrder(order.id)).questions?.map(({ text, isOpen }) => [text, isOpen])).toEqual([
      ['Is this your dog?', true],
      ['Is this your cat?', false],
    ]);
  });
});

it('does not ask about an order that the printer has', async () => {
  const order = await createPrintableOrder();
  await orders.submitOnce(order);
  expect((await ask(order)).status).toBe(409);
  expect((await orders.getOrder(order)).question).toBeUndefined();
});
