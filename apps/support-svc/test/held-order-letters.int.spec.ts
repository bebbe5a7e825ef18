import { randomUUID } from 'node:crypto';
import { printFileCompleted } from '@shop/contracts/art';
import { orderChanged, orderPaid, orderStatusChanged, type Order } from '@shop/contracts/order';
import { anyTransport, eventually, publishEvent } from '@shop/testing';
import { LetterOffice, newAddress, ORIGIN } from './letter-office.js';
import { sampleItem, sampleOrder } from './letter-samples.js';

const transport = anyTransport();
let office: LetterOffice;
let database: LetterOffice['database'];
let server: LetterOffice['server'];
beforeAll(async () => {
  office = await LetterOffice.ofShop(transport);
  ({ database, server } = office);
});
afterAll(async () => {
  await office.close();
  await transport.close();
});

const soon = (): string => new Date(Date.now() + 3_000_000).toISOString();
const newOrder = (): Order =>
  sampleOrder({ id: randomUUID(), email: newAddress(), items: [sampleItem({ id: randomUUID(), mockupUrl: null })] });
const revised = (order: Order, revision: number) => ({
  ...order,
  items: order.items.map((item) => ({ ...item, revision })),
});
const pageOf = (order: Order, key: string): string => `${ORIGIN}/orders/${order.id}?key=${key}`;
const pay = (order: Order, link?: { key: string; changeableUntil: string | null }) =>
  publishEvent(transport, orderPaid, { subject: `order/${order.id}`, data: { order, userId: null, link } });
const change = (order: Order, revision: number, what: string[], key: string) =>
  publishEvent(transport, orderChanged, {
    subject: `order/${order.id}`,
    sequence: revision,
    data: { order: revised(order, revision), userId: null, what, link: { key, changeableUntil: soon() } },
  });
const draw = async (order: Order, revision: number): Promise<string> => {
  const [orderItemId, id] = [order.items[0]?.id ?? '', randomUUID()];
  const printFile = {
    id,
    url: `/api/admin/print-files/${id}`,
    widthPx: 4500,
    heightPx: 5400,
    bleedPx: 0,
    dpi: 300,
    sha256: '0'.repeat(64),
  };
  await publishEvent(transport, printFileCompleted, {
    subject: `order-item/${orderItemId}`,
    sequence: revision,
    data: { orderId: order.id, orderItemId, revision, printFile, mockup: { id, url: `/media/${id}` } },
  });
  return `${ORIGIN}/media/${id}?w=320`;
};
const isKept = (order: Order, count: number) =>
  eventually(async () =>
    expect(await database.query('SELECT FROM letters WHERE key LIKE $1', [`%/${order.id}%`])).toHaveLength(count),
  );

describe('a letter of an order on hold', () => {
  it('says until when it may be changed, and leads to its page without an account', async () => {
    const order = newOrder();
    const until = soon();
    await pay(order, { key: 'tbk2v0.a-key', changeableUntil: until });
    await draw(order, 1);
    const mail = await server.next(order.email ?? '');
    expect(mail.text).toContain(`You can change or cancel your order until ${until.slice(11, 16)} UTC.`);
    expect(mail.text).toContain(pageOf(order, 'tbk2v0.a-key'));
    expect(mail.html).toContain(pageOf(order, 'tbk2v0.a-key'));
  });

  it('says nothing of a hold that is over, or that there is none', async () => {
    const [late, without] = [newOrder(), newOrder()];
    await pay(late, { key: 'k', changeableUntil: new Date(Date.now() - 1_000).toISOString() });
    await pay(without);
    for (const order of [late, without]) {
      await draw(order, 1);
      expect((await server.next(order.email ?? '')).text).not.toContain('You can change');
    }
  });

  it('tells each change, once it has the picture of the changed item', async () => {
    const order = newOrder();
    const before = await draw(order, 1);
    await change(order, 2, ['Classic T-Shirt: size L'], 'second');
    await isKept(order, 1);
    expect(server.mailsTo(order.email ?? '')).toEqual([]);
    const after = await draw(order, 2);
    const mail = await server.next(order.email ?? '', `Your order ${order.orderNumber} was changed`);
    expect(mail.text).toContain('Classic T-Shirt: size L');
    expect(mail.html).toContain(pageOf(order, 'second'));
    expect([mail.html?.includes(before), mail.html?.includes(after)]).toEqual([false, true]);
    await change(order, 3, ['the delivery address'], 'third');
    await draw(order, 3);
    await eventually(() => expect(server.mailsTo(order.email ?? '')).toHaveLength(2));
  });

  it('never shows an item as it was before it was changed', async () => {
    const order = newOrder();
    const now = await draw(order, 2);
    const before = await draw(order, 1);
    const moved = { ...order, status: 'processing' as const };
    await publishEvent(transport, orderStatusChanged, {
      subject: `order/${order.id}`,
      data: {
        orderId: order.id,
        orderNumber: order.orderNumber,
        from: 'paid',
        to: 'processing',
        order: moved,
        tracking: null,
        link: { key: 'k', changeableUntil: null },
      },
    });
    const mail = await server.next(order.email ?? '');
    expect([mail.html?.includes(before), mail.html?.includes(now), mail.html?.includes(pageOf(order, 'k'))]).toEqual([
      false,
      true,
      true,
    ]);
  });
});
