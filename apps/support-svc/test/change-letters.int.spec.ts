import { randomUUID } from 'node:crypto';
import { printFileCompleted } from '@shop/contracts/art';
import { orderChanged, orderStatusChanged, type Order, type OrderStatus } from '@shop/contracts/order';
import { anyTransport, eventually, publishEvent, type TestService } from '@shop/testing';
import { DataSource } from 'typeorm';
import { LETTER_CHANNEL } from '../src/letters/letter-channel.js';
import { ChangeLetters } from '../src/occasions/change-letters.js';
import { LetterOffice, ORIGIN } from './letter-office.js';
import { drawnItem, newOrder } from './letter-samples.js';

const TEE = 'Classic T-Shirt';
const CHANGEABLE = 'You can change or cancel your order until';

const sized = (order: Order, size: string): Order => ({
  ...order,
  items: order.items.map((item) => ({ ...item, variantSelections: { size } })),
});
const sentTo = (order: Order, street: string): Order => ({
  ...order,
  shippingAddress: { ...order.shippingAddress, address: street },
});

describe('changes of an order in its change window', () => {
  const transport = anyTransport();
  let office: LetterOffice;
  let database: LetterOffice['database'];
  let service: TestService;
  /** The minutes after a change pass when a test says so. */
  const start = () =>
    office.start({ PUBLIC_ORIGIN: ORIGIN, ORDER_LETTER_WAIT_MS: '0', ORDER_CHANGES_WAIT_MS: '600000' });
  beforeAll(async () => {
    await transport.open();
    office = await LetterOffice.open(transport);
    ({ database } = office);
    service = await start();
  });
  afterAll(async () => {
    await office.close();
    await transport.close();
  });

  const link = () => ({ key: randomUUID(), changeableUntil: new Date(Date.now() + 3_000_000).toISOString() });
  const handled = (id: string) =>
    eventually(async () =>
      expect(await database.query('SELECT FROM processed_events WHERE event_id = $1', [id])).toHaveLength(1),
    );
  const change = async (
    order: Order,
    sequence: number,
    what: string[],
    { id = randomUUID(), ...more }: { id?: string; isByShop?: boolean } = {},
  ) => {
    await publishEvent(transport, orderChanged, {
      id,
      subject: `order/${order.id}`,
      sequence,
      data: { order, userId: null, what, link: link(), ...more },
    });
    await handled(id);
  };
  /** As several instances of the service hear them. */
  const atOnce = (order: Order, sequences: number[]) =>
    Promise.all(
      sequences.map((sequence) =>
        service.get(DataSource).transaction((manager) =>
          service.get(ChangeLetters).tell(manager, randomUUID(), {
            order,
            what: [`Tag ${sequence}: placement`],
            hasAccount: false,
            sequence,
          }),
        ),
      ),
    );
  const move = async (order: Order, to: OrderStatus) => {
    const id = randomUUID();
    const data = {
      orderId: order.id,
      orderNumber: order.orderNumber,
      from: 'paid' as const,
      to,
      order: { ...order, status: to },
      tracking: null,
      link: link(),
    };
    await publishEvent(transport, orderStatusChanged, { id, subject: `order/${order.id}`, sequence: 90, data });
    await handled(id);
  };
  const draw = async (order: Order) => {
    const id = randomUUID();
    await publishEvent(transport, printFileCompleted, { id, ...drawnItem(order, 0) });
    await handled(id);
  };
  const passTime = async (order: Order) => {
    await database.query(`UPDATE emails SET due_at = now() WHERE status = 'waiting' AND key LIKE $1`, [
      `%/${order.id}%`,
    ]);
    await database.query('SELECT pg_notify($1, $2)', [LETTER_CHANNEL, '']);
  };
  const statuses = async (order: Order) =>
    (
      await database.query<{ status: string }>(`SELECT status FROM emails WHERE key LIKE $1 ORDER BY created_at`, [
        `order-changed/${order.id}/%`,
      ])
    ).map(({ status }) => status);
  const lettersTo = (order: Order) => office.server.mailsTo(order.email ?? '');
  /** Once nothing waits, and everything has gone out. */
  const allTo = (order: Order) =>
    eventually(async () => {
      expect(
        await database.query(`SELECT FROM emails WHERE status = 'waiting' AND key LIKE $1`, [`%/${order.id}%`]),
      ).toEqual([]);
      return lettersTo(order);
    });

  it('are one letter that names each, and shows the order as it is after the last, however often they are told', async () => {
    const order = newOrder();
    const last = sentTo(sized(order, 'XL'), '1 Last Street');
    const ids = Array.from({ length: 4 }, () => randomUUID());
    const told = [
      [order, [`${TEE}: placement`]],
      [sized(order, 'L'), [`${TEE}: size L`, `${TEE}: placement`]],
      [sized(order, 'XL'), [`${TEE}: size XL`]],
      [last, ['the delivery address']],
    ] as const;
    for (const [at, [as, what]] of told.entries()) await change(as, at + 2, [...what], { id: ids[at] });
    for (const [at, [as, what]] of told.entries()) await change(as, at + 2, [...what], { id: ids[at] });
    expect(lettersTo(order)).toEqual([]);
    expect(await statuses(order)).toEqual(['dropped', 'dropped', 'dropped', 'waiting']);

    await passTime(order);
    await allTo(order);
    // Told again when the inbox has forgotten them: their letters know.
    await database.query('DELETE FROM processed_events WHERE event_id = ANY($1)', [ids]);
    await change(order, 2, [`${TEE}: placement`], { id: ids[0] });
    await change(last, 5, ['the delivery address'], { id: ids[3] });
    expect(await statuses(order)).toEqual(['dropped', 'dropped', 'dropped', 'sent']);

    expect(lettersTo(order).map(({ subject }) => subject)).toEqual([`Your order ${order.orderNumber} was changed`]);
    const text = lettersTo(order)[0]?.text ?? '';
    expect(text.split('\n\n').slice(2, 5)).toEqual([`${TEE}: placement`, `${TEE}: size XL`, 'the delivery address']);
    expect(text).toContain('1 Last Street');
    expect(text).toContain(CHANGEABLE);
    expect(text).not.toContain('size L');
  });

  it('are one letter also where they come at the same moment', async () => {
    const order = newOrder();
    await atOnce(order, [2, 3, 4, 5, 6, 7]);
    expect((await statuses(order)).sort()).toEqual([...Array.from({ length: 5 }, () => 'dropped'), 'waiting']);
    await passTime(order);
    const [mail, ...others] = await allTo(order);
    expect(others).toEqual([]);
    for (const sequence of [2, 3, 4, 5, 6, 7]) expect(mail?.text).toContain(`Tag ${sequence}: placement`);
  });

  it('wait from the first on, however many follow, and no picture makes them go before', async () => {
    const order = newOrder();
    const wait = async () =>
      (
        await database.query<{ due: Date; until: string }>(
          `SELECT due_at AS due, props ->> 'gatheredUntil' AS until FROM emails WHERE status = 'waiting' AND key LIKE $1`,
          [`%/${order.id}/%`],
        )
      )[0];
    await change(order, 2, [`${TEE}: placement`]);
    const first = await wait();
    expect(first?.due.toISOString()).toBe(first?.until);
    await change(order, 3, [`${TEE}: placement`]);
    await draw(order);
    expect(await wait()).toEqual(first);
  });

  it('are named by the letter that it is being printed, where that comes first', async () => {
    const order = newOrder();
    await change(order, 2, [`${TEE}: placement`]);
    await change(sized(order, 'L'), 3, [`${TEE}: size L`]);
    await move(sized(order, 'L'), 'processing');
    const [mail, ...others] = await allTo(order);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`Your order ${order.orderNumber} is being printed`);
    expect(mail?.text).toContain(`The last changes are in it:\n\n${TEE}: placement\n\n${TEE}: size L\n\n`);
    expect(mail?.text).toContain('Goes to\n');
    expect(mail?.text).not.toContain(CHANGEABLE);
  });

  it('are nothing to tell of any more where the order was cancelled, before or after they are heard', async () => {
    const order = newOrder();
    await change(order, 2, [`${TEE}: placement`]);
    await move(order, 'cancelled');
    await change(order, 3, ['the delivery address']);
    expect((await allTo(order)).map(({ subject }) => subject)).toEqual([
      `Your order ${order.orderNumber} was cancelled`,
    ]);
    expect(await statuses(order)).toEqual(['dropped']);
  });

  it('that are heard after it went to print are told without an offer to change it, or by the letter that it is on its way', async () => {
    const order = newOrder();
    await move(order, 'processing');
    await change(order, 2, ['the delivery address']);
    await passTime(order);
    const mails = await allTo(order);
    const changed = mails.find(({ subject }) => subject === `Your order ${order.orderNumber} was changed`);
    expect(mails).toHaveLength(2);
    expect(changed?.text).toContain('the delivery address');
    expect(changed?.text).not.toContain(CHANGEABLE);

    await change(order, 3, ['the delivery address'], { isByShop: true });
    await move(order, 'shipped');
    const all = await allTo(order);
    expect(all).toHaveLength(3);
    expect(all.at(-1)?.subject).toBe(`Your order ${order.orderNumber} is on its way`);
    expect(all.at(-1)?.text).toContain('The last changes are in it:\n\nthe delivery address');
  });

  it('leave a letter alone that is on its way, and take back one that was refused for now', async () => {
    const order = newOrder();
    await change(order, 2, [`${TEE}: placement`]);
    await database.query(
      `UPDATE emails SET attempts = 1, leased_by = gen_random_uuid(), lease_expires_at = now() + interval '1 hour' WHERE key LIKE $1`,
      [`order-changed/${order.id}/%`],
    );
    await change(order, 3, ['the delivery address']);
    expect(await statuses(order)).toEqual(['waiting', 'waiting']);
    await database.query(
      `UPDATE emails SET leased_by = NULL, lease_expires_at = NULL, due_at = now() + interval '1 hour' WHERE key LIKE $1`,
      [`order-changed/${order.id}/%`],
    );
    await change(order, 4, [`${TEE}: size M`]);
    expect(await statuses(order)).toEqual(['dropped', 'dropped', 'waiting']);
    await passTime(order);
    const [mail, ...others] = await allTo(order);
    expect(others).toEqual([]);
    for (const words of [`${TEE}: placement`, 'the delivery address', `${TEE}: size M`])
      expect(mail?.text).toContain(words);
  });
});
