import { randomUUID } from 'node:crypto';
import { printFileCompleted } from '@shop/contracts-art';
import {
  orderChanged,
  orderEmailChanged,
  orderStatusChanged,
  type Order,
  type OrderStatus,
} from '@shop/contracts-order';
import { createTestTransport, waitFor, publishEvent, type TestService } from '@shop/testing';
import { DataSource } from 'typeorm';
import { OrderChangeEmailsService } from '../src/notifications/order-change-emails.service.js';
import { EmailFixture, makeEmailsDue, ORIGIN } from './email-fixture.js';
import { printFileEvent, newOrder, statusChange } from './email-samples.js';

const TEE = 'Classic T-Shirt';
const CHANGEABLE = 'You can change or cancel your order until';

const withSize = (order: Order, size: string): Order => ({
  ...order,
  items: order.items.map((item) => ({ ...item, variantSelections: { size } })),
});
const withStreet = (order: Order, street: string): Order => ({
  ...order,
  shippingAddress: { ...order.shippingAddress, address: street },
});

describe('changes of an order in its change window', () => {
  const transport = createTestTransport();
  let fixture: EmailFixture;
  let database: EmailFixture['database'];
  let service: TestService;
  /** The wait after a change is longer than a test; `makeDue` ends it. */
  const start = () =>
    fixture.start({ PUBLIC_ORIGIN: ORIGIN, ORDER_EMAIL_WAIT_MS: '0', ORDER_CHANGES_WAIT_MS: '600000' });
  beforeAll(async () => {
    await transport.open();
    fixture = await EmailFixture.open(transport);
    ({ database } = fixture);
    service = await start();
  });
  afterAll(async () => {
    await fixture.close();
    await transport.close();
  });

  const link = () => ({ key: randomUUID(), changeableUntil: new Date(Date.now() + 3_000_000).toISOString() });
  const waitUntilHandled = (id: string, handlers = 1) =>
    waitFor(async () =>
      expect(await database.query('SELECT FROM processed_events WHERE event_id = $1', [id])).toHaveLength(handlers),
    );
  const publishChange = async (
    order: Order,
    sequence: number,
    what: string[],
    { id = randomUUID(), ...more }: { id?: string; isByAdmin?: boolean } = {},
  ) => {
    await publishEvent(transport, orderChanged, {
      id,
      subject: `order/${order.id}`,
      sequence,
      data: { order, userId: null, what, link: link(), ...more },
    });
    // The emails to customers, and the alerts to admins.
    await waitUntilHandled(id, 2);
  };
  /** Like several instances that handle events at once. */
  const enqueueConcurrently = (order: Order, sequences: number[]) =>
    Promise.all(
      sequences.map((sequence) =>
        service
          .get(DataSource)
          .transaction((manager) =>
            service
              .get(OrderChangeEmailsService)
              .enqueueChangeEmail(
                manager,
                randomUUID(),
                { order, changes: [`Tag ${sequence}: placement`], hasAccount: false, sequence },
                null,
              ),
          ),
      ),
    );
  const publishStatusChange = async (order: Order, to: OrderStatus) => {
    const id = randomUUID();
    const data = statusChange(order, 'paid', to, { link: link() });
    await publishEvent(transport, orderStatusChanged, { id, subject: `order/${order.id}`, sequence: 90, data });
    await waitUntilHandled(id);
  };
  const publishPrintFile = async (order: Order) => {
    const id = randomUUID();
    await publishEvent(transport, printFileCompleted, { id, ...printFileEvent(order, 0) });
    await waitUntilHandled(id);
  };
  const makeDue = async (order: Order) => {
    await makeEmailsDue(database, 'key LIKE $1', [`%/${order.id}%`]);
  };
  const listStatuses = async (order: Order) =>
    (
      await database.query<{ status: string }>(`SELECT status FROM emails WHERE key LIKE $1 ORDER BY created_at`, [
        `order-changed/${order.id}/%`,
      ])
    ).map(({ status }) => status);
  const emailsTo = (order: Order) => fixture.server.emailsTo(order.email ?? '');
  /** Waits until no email of the order is waiting. */
  const waitForAllEmailsTo = (order: Order) =>
    waitFor(async () => {
      expect(
        await database.query(`SELECT FROM emails WHERE status = 'waiting' AND key LIKE $1`, [`%/${order.id}%`]),
      ).toEqual([]);
      return emailsTo(order);
    });

  it('are sent to the corrected address of the order, also by events from before the correction', async () => {
    const order = newOrder();
    const corrected = { ...order, email: `right-${order.email}` };
    const key = randomUUID();
    await publishChange(order, 1, [`${TEE}: size L`]);
    const publishCorrection = async (version: number, to: Order, linkKey: string) => {
      const id = randomUUID();
      const data = { order: to, userId: null, link: { key: linkKey, changeableUntil: null }, version };
      await publishEvent(transport, orderEmailChanged, {
        id,
        subject: `order/${order.id}`,
        sequence: 5 + version,
        data,
      });
      await waitUntilHandled(id);
    };
    await publishCorrection(2, corrected, key);
    await publishCorrection(1, order, 'an-older-key');
    await makeDue(order);
    const [changed] = await waitForAllEmailsTo(corrected);
    expect(changed?.text).toContain(key);
    await publishStatusChange(order, 'cancelled');
    await waitFor(() => expect(emailsTo(corrected)).toHaveLength(2));
    expect(emailsTo(corrected)[1]?.text).toContain(key);
    expect(emailsTo(order)).toEqual([]);
  });

  it('are one email that names each change and shows the latest order, even if events are repeated', async () => {
    const order = newOrder();
    const last = withStreet(withSize(order, 'XL'), '1 Last Street');
    const ids = Array.from({ length: 4 }, () => randomUUID());
    const events = [
      [order, [`${TEE}: placement`]],
      [withSize(order, 'L'), [`${TEE}: size L`, `${TEE}: placement`]],
      [withSize(order, 'XL'), [`${TEE}: size XL`]],
      [last, ['the delivery address']],
    ] as const;
    for (const [at, [as, what]] of events.entries()) await publishChange(as, at + 2, [...what], { id: ids[at] });
    for (const [at, [as, what]] of events.entries()) await publishChange(as, at + 2, [...what], { id: ids[at] });
    expect(emailsTo(order)).toEqual([]);
    expect(await listStatuses(order)).toEqual(['dropped', 'dropped', 'dropped', 'waiting']);

    await makeDue(order);
    await waitForAllEmailsTo(order);
    // A repetition after the inbox has deleted its entries is recognised by the keys of the emails.
    await database.query('DELETE FROM processed_events WHERE event_id = ANY($1)', [ids]);
    await publishChange(order, 2, [`${TEE}: placement`], { id: ids[0] });
    await publishChange(last, 5, ['the delivery address'], { id: ids[3] });
    expect(await listStatuses(order)).toEqual(['dropped', 'dropped', 'dropped', 'sent']);

    expect(emailsTo(order).map(({ subject }) => subject)).toEqual([`Your order ${order.orderNumber} was changed`]);
    const text = emailsTo(order)[0]?.text ?? '';
    expect(text.split('\n\n').slice(2, 5)).toEqual([`${TEE}: placement`, `${TEE}: size XL`, 'the delivery address']);
    expect(text).toContain('1 Last Street');
    expect(text).toContain(CHANGEABLE);
    expect(text).not.toContain('size L');
  });

  it('are one email even if they arrive at the same moment', async () => {
    const order = newOrder();
    await enqueueConcurrently(order, [2, 3, 4, 5, 6, 7]);
    expect((await listStatuses(order)).sort()).toEqual([...Array.from({ length: 5 }, () => 'dropped'), 'waiting']);
    await makeDue(order);
    const [mail, ...others] = await waitForAllEmailsTo(order);
    expect(others).toEqual([]);
    for (const sequence of [2, 3, 4, 5, 6, 7]) expect(mail?.text).toContain(`Tag ${sequence}: placement`);
  });

  it('wait from the first change on, and mock-ups do not shorten the wait', async () => {
    const order = newOrder();
    const wait = async () =>
      (
        await database.query<{ due: Date; until: string }>(
          `SELECT due_at AS due, props ->> 'gatheredUntil' AS until FROM emails WHERE status = 'waiting' AND key LIKE $1`,
          [`%/${order.id}/%`],
        )
      )[0];
    await publishChange(order, 2, [`${TEE}: placement`]);
    const first = await wait();
    expect(first?.due.toISOString()).toBe(first?.until);
    await publishChange(order, 3, [`${TEE}: placement`]);
    await publishPrintFile(order);
    expect(await wait()).toEqual(first);
  });

  it('are named by the email about printing if the order is printed first', async () => {
    const order = newOrder();
    await publishChange(order, 2, [`${TEE}: placement`]);
    await publishChange(withSize(order, 'L'), 3, [`${TEE}: size L`]);
    await publishStatusChange(withSize(order, 'L'), 'processing');
    const [mail, ...others] = await waitForAllEmailsTo(order);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`Your order ${order.orderNumber} is being printed`);
    expect(mail?.text).toContain(`The last changes are in it:\n\n${TEE}: placement\n\n${TEE}: size L\n\n`);
    expect(mail?.text).toContain('Goes to\n');
    expect(mail?.text).not.toContain(CHANGEABLE);
  });

  it('are not announced for a cancelled order, in either order of events', async () => {
    const order = newOrder();
    await publishChange(order, 2, [`${TEE}: placement`]);
    await publishStatusChange(order, 'cancelled');
    await publishChange(order, 3, ['the delivery address']);
    expect((await waitForAllEmailsTo(order)).map(({ subject }) => subject)).toEqual([
      `Your order ${order.orderNumber} was cancelled`,
    ]);
    expect(await listStatuses(order)).toEqual(['dropped']);
  });

  it('that arrive after printing started are announced without an offer to change, or by the shipping email', async () => {
    const order = newOrder();
    await publishStatusChange(order, 'processing');
    await publishChange(order, 2, ['the delivery address']);
    await makeDue(order);
    const mails = await waitForAllEmailsTo(order);
    const changed = mails.find(({ subject }) => subject === `Your order ${order.orderNumber} was changed`);
    expect(mails).toHaveLength(2);
    expect(changed?.text).toContain('the delivery address');
    expect(changed?.text).not.toContain(CHANGEABLE);

    await publishChange(order, 3, ['the delivery address'], { isByAdmin: true });
    await publishStatusChange(order, 'shipped');
    const all = await waitForAllEmailsTo(order);
    expect(all).toHaveLength(3);
    expect(all.at(-1)?.subject).toBe(`Your order ${order.orderNumber} is on its way`);
    expect(all.at(-1)?.text).toContain('The last changes are in it:\n\nthe delivery address');
  });

  it('do not supersede an email that is being sent, but one that was refused temporarily', async () => {
    const order = newOrder();
    await publishChange(order, 2, [`${TEE}: placement`]);
    await database.query(
      `UPDATE emails SET attempts = 1, claimed_until = now() + interval '1 hour' WHERE key LIKE $1`,
      [`order-changed/${order.id}/%`],
    );
    await publishChange(order, 3, ['the delivery address']);
    expect(await listStatuses(order)).toEqual(['waiting', 'waiting']);
    await database.query(
      `UPDATE emails SET claimed_until = NULL, due_at = now() + interval '1 hour' WHERE key LIKE $1`,
      [`order-changed/${order.id}/%`],
    );
    await publishChange(order, 4, [`${TEE}: size M`]);
    expect(await listStatuses(order)).toEqual(['dropped', 'dropped', 'waiting']);
    await makeDue(order);
    const [mail, ...others] = await waitForAllEmailsTo(order);
    expect(others).toEqual([]);
    for (const words of [`${TEE}: placement`, 'the delivery address', `${TEE}: size M`])
      expect(mail?.text).toContain(words);
  });
});
