import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { artworkCompleted, printFileCompleted } from '@shop/contracts/art';
import type { EventDefinition, EventInput, EventPayload } from '@shop/contracts/common';
import { passwordResetRequested, userErased, userRegistered } from '@shop/contracts/identity';
import {
  orderChanged,
  orderPaid,
  orderRefunded,
  orderStatusChanged,
  type Order,
  type OrderStatus,
} from '@shop/contracts/order';
import { EventContext } from '@shop/messaging';
import { anyTransport, eventually, publishEvent } from '@shop/testing';
import { LETTER_CHANNEL } from '../src/letters/letter-channel.js';
import type { LetterName } from '../src/letters/letter-props.js';
import { LETTERS } from '../src/letters/render-letter.js';
import { contactDeskOf } from './contact-desk.js';
import { ALARM_EMAIL, MAILS, OCCASIONS, type Stage } from './letter-occasions.js';
import { LetterOffice, newAddress, ORIGIN } from './letter-office.js';
import { drawnItem, newOrder, sampleItem } from './letter-samples.js';
import type { ReceivedMail } from './mail-server.js';

const TIMES = 5;
const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();
const names = Object.keys(LETTERS) as LetterName[];
const deliveries = jest.spyOn(EventContext.prototype, 'deliver');
const transport = anyTransport();
let office: LetterOffice;
let database: LetterOffice['database'];
let server: LetterOffice['server'];
let desk: ReturnType<typeof contactDeskOf>;

beforeAll(async () => {
  await transport.open();
  office = await LetterOffice.open(transport);
  // What waits for pictures waits for longer than a test; changes of an order wait for nothing else.
  const service = await office.start({
    MAIL_FROM: 'PetArt <shop@petart.example>',
    PUBLIC_ORIGIN: ORIGIN,
    ORDER_LETTER_WAIT_MS: '60000',
    ORDER_CHANGES_WAIT_MS: '0',
    ALARM_EMAIL,
  });
  ({ database, server } = office);
  desk = contactDeskOf(service, database);
});
beforeEach(() => deliveries.mockClear());
afterAll(async () => {
  deliveries.mockRestore();
  await office.close();
  await transport.close();
});

describe('each email', () => {
  /** How often the service's handlers have finished this event. */
  const countHandled = async (id: string): Promise<number> => {
    const { contexts, results } = deliveries.mock;
    const handled = new Set((contexts as EventContext[]).filter(({ envelope }) => envelope.id === id));
    await Promise.all(results.map(({ value }) => value));
    return handled.size;
  };
  const repeat: Stage['repeat'] = async (definition, event) => {
    const before = await countHandled(event.id);
    await publishEvent(transport, definition, { ...event, times: TIMES });
    await eventually(async () => expect(await countHandled(event.id)).toBe(before + TIMES));
  };
  const rowsOf = (letter: LetterName) =>
    database.query<{ status: string }>('SELECT status FROM emails WHERE template = $1', [letter]);
  const sendWaiting = async (email: string): Promise<void> => {
    await database.query(`UPDATE emails SET due_at = now() WHERE status = 'waiting' AND recipient = $1`, [email]);
    await database.query('SELECT pg_notify($1, $2)', [LETTER_CHANNEL, '']);
  };

  it.each(names)(
    '%s is sent once, though its event comes five times at once, and five times more after it was sent',
    async (letter) => {
      const [userId, email] = [randomUUID(), letter === 'differences-found' ? ALARM_EMAIL : newAddress()];
      await database.query('INSERT INTO accounts (user_id, email, first_name) VALUES ($1, $2, $3)', [
        userId,
        email,
        'Pat',
      ]);
      const happens = OCCASIONS[letter]({ userId, email });

      await happens({ repeat, desk });
      await sendWaiting(email);
      await eventually(async () => expect(await rowsOf(letter)).toEqual([{ status: 'sent' }]));
      await happens({ repeat, desk });

      expect(await rowsOf(letter)).toEqual([{ status: 'sent' }]);
      const [mail, ...others] = server.mailsTo(email);
      expect(others).toEqual([]);
      const [subject, part] = MAILS[letter];
      expect(mail?.subject).toMatch(subject);
      expect(mail?.from).toEqual({ name: 'PetArt', address: 'shop@petart.example' });
      expect(mail?.text).toMatch(part);
      expect(mail?.html).toMatch(part);
    },
  );
});

describe('emails', () => {
  const publish = <Definition extends EventDefinition>(
    definition: Definition,
    subject: string,
    data: EventInput<Definition>,
    more: { id?: string; sequence?: number } = {},
  ) => publishEvent(transport, definition, { subject, data, ...more });
  const register = async (
    email: string,
    change: Partial<EventPayload<typeof userRegistered>> = {},
  ): Promise<string> => {
    const userId = change.userId ?? randomUUID();
    await publish(userRegistered, `user/${userId}`, {
      userId,
      email,
      firstName: 'Pat',
      role: 'user',
      registeredAt: new Date().toISOString(),
      ...change,
    });
    return userId;
  };
  const rowsOf = (key: string) =>
    database.query<{ status: string; recipient: string | null; props: object | null }>(
      'SELECT status, recipient, props FROM emails WHERE key = $1',
      [key],
    );
  const sent = (key: string) =>
    eventually(async () => expect(await rowsOf(key)).toEqual([{ status: 'sent', recipient: null, props: null }]));
  const move = (
    order: Order,
    from: OrderStatus,
    to: OrderStatus,
    tracking: EventPayload<typeof orderStatusChanged>['tracking'] = null,
  ) =>
    publish(orderStatusChanged, `order/${order.id}`, {
      orderId: order.id,
      orderNumber: order.orderNumber,
      from,
      to,
      order: { ...order, status: to },
      tracking,
    });
  const drawMockup = async (order: Order, at: number): Promise<string> => {
    const { subject, data } = drawnItem(order, at);
    await publish(printFileCompleted, subject, data);
    return data.mockup.id;
  };
  const expectWhole = ({ subject, text, html }: ReceivedMail, expected: string, words: string): void => {
    expect(subject).toBe(expected);
    expect(text).toContain(words);
    expect(html).toContain(words);
  };

  it('bring the reset link, and keep nothing of it (D11)', async () => {
    const [email, token] = [newAddress(), `token-${randomUUID()}`];
    const { id } = await publish(passwordResetRequested, `password-reset/${randomUUID()}`, {
      userId: randomUUID(),
      email,
      firstName: null,
      token,
      expiresAt: inAnHour(),
    });
    const mail = await server.next(email);
    expectWhole(mail, 'Choose a new password', `${ORIGIN}/reset-password?token=${token}`);
    await sent(`reset-link/${id}`);
    expect(await database.query(`SELECT 1 FROM emails WHERE emails::text LIKE '%' || $1 || '%'`, [token])).toEqual(
      [],
    );
    expect(await database.query(`SELECT 1 FROM outbox WHERE outbox::text LIKE '%' || $1 || '%'`, [token])).toEqual([]);
  });

  it('do not bring a reset link that has run out, nor keep it', async () => {
    const [email, token] = [newAddress(), `token-${randomUUID()}`];
    const { id } = await publish(passwordResetRequested, `password-reset/${randomUUID()}`, {
      userId: randomUUID(),
      email,
      firstName: null,
      token,
      expiresAt: new Date(Date.now() - 1_000).toISOString(),
    });
    await eventually(async () =>
      expect(await rowsOf(`reset-link/${id}`)).toEqual([{ status: 'dropped', recipient: null, props: null }]),
    );
    expect(server.mailsTo(email)).toEqual([]);
  });

  it('confirm a paid order with the mock-up of each line, the totals and the address, once all pictures are there', async () => {
    const order = newOrder({ items: [1, 2].map(() => sampleItem({ id: randomUUID(), mockupUrl: null })) });
    const first = await drawMockup(order, 0); // published before the payment: events of two owners come in any order
    await publish(orderPaid, `order/${order.id}`, { order, userId: randomUUID() });
    await eventually(async () =>
      expect(await rowsOf(`order-confirmed/${order.id}`)).toMatchObject([{ status: 'waiting' }]),
    );
    expect(server.mailsTo(order.email ?? '')).toEqual([]);
    const second = await drawMockup(order, 1);

    const mail = await server.next(order.email ?? '');
    expectWhole(mail, `Thank you for your order ${order.orderNumber}`, order.orderNumber);
    for (const id of [first, second]) expect(mail.html).toContain(`${ORIGIN}/media/${id}?w=320`);
    for (const words of ['$90.00', '$9.99', '$7.20', '$107.19', '12 Harbor Lane', 'Portland, ME 04101']) {
      expect(mail.html).toContain(words);
      expect(mail.text).toContain(words);
    }
  });

  it('tell of each refund of an order, once', async () => {
    const order = newOrder();
    for (const [refundId, amount] of [
      ['re_1', '10.00'],
      ['re_1', '10.00'],
      ['re_2', '97.19'],
    ] as const)
      await publish(orderRefunded, `order/${order.id}`, { order, amount, refundId });
    await eventually(async () => expect(server.mailsTo(order.email ?? '')).toHaveLength(2));
    const amounts = server
      .mailsTo(order.email ?? '')
      .map(({ text }) => ['$10.00', '$97.19'].filter((amount) => text?.includes(amount)));
    expect(amounts.sort()).toEqual([['$10.00'], ['$97.19']]);
  });

  it('say nothing of an order that was never paid, nor to a guest who left no address', async () => {
    const [unpaid, nameless, marker] = [newOrder(), newOrder({ email: null }), newOrder()];
    await move(unpaid, 'created', 'cancelled');
    await move(nameless, 'paid', 'processing');
    await move(marker, 'paid', 'processing');
    await server.next(marker.email ?? '');
    await eventually(async () =>
      expect(await database.query(`SELECT 1 FROM emails WHERE key LIKE '%' || $1`, [marker.id])).toHaveLength(1),
    );
    expect(
      await database.query(`SELECT 1 FROM emails WHERE key LIKE '%' || $1 OR key LIKE '%' || $2`, [
        unpaid.id,
        nameless.id,
      ]),
    ).toEqual([]);
  });

  it('tell of a finished artwork only to an account whose owner had left, and only while it is news', async () => {
    const email = newAddress();
    const userId = await register(email);
    await server.next(email, 'Welcome to PetArt');
    const complete = (change: Partial<EventPayload<typeof artworkCompleted>>) => {
      const [jobId, imageId] = [randomUUID(), randomUUID()];
      const data = {
        jobId,
        imageId,
        url: `/media/${imageId}`,
        width: 1024,
        height: 1024,
        styleKey: 'cyberpunk',
        petName: 'Biscuit',
        watched: false,
        completedAt: new Date().toISOString(),
        userId,
        guestId: null,
        ...change,
      };
      return publish(artworkCompleted, `artwork/${jobId}`, data).then(() => imageId);
    };
    await complete({ watched: true });
    await complete({ userId: null, guestId: randomUUID() });
    await complete({ completedAt: '2020-01-01T00:00:00.000Z' });
    const imageId = await complete({});
    const mail = await server.next(email, 'Biscuit’s artwork is ready');
    expect(mail.html).toContain(`${ORIGIN}/media/${imageId}?w=1024`);
    expect(server.mailsTo(email)).toHaveLength(2);
  });

  it('end with a receipt when an account is erased, after which its address is nowhere', async () => {
    const email = newAddress();
    const userId = await register(email);
    await server.next(email, 'Welcome to PetArt');
    const order = newOrder({ email });
    await publish(orderPaid, `order/${order.id}`, { order, userId }); // waits for its pictures still
    await eventually(async () =>
      expect(await rowsOf(`order-confirmed/${order.id}`)).toMatchObject([{ status: 'waiting' }]),
    );

    await publish(userErased, `user/${userId}`, { userId, email, firstName: 'Pat' }, { sequence: 3 });
    expectWhole(await server.next(email, 'Your account was deleted'), 'Your account was deleted', 'Pat');
    await sent(`account-erased/${userId}`);
    await register(email, { userId }); // told late: an older state
    for (const table of ['emails', 'accounts', 'order_mockups', 'outbox', 'processed_events']) {
      expect(
        await database.query(`SELECT 1 FROM ${table} WHERE ${table}::text LIKE '%' || $1 || '%'`, [email]),
      ).toEqual([]);
    }
    expect(server.mailsTo(email).map(({ subject }) => subject)).toEqual([
      'Welcome to PetArt',
      'Your account was deleted',
    ]);
  });
});

describe('an email about an order that may still be changed', () => {
  const soon = (): string => new Date(Date.now() + 3_000_000).toISOString();
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
    const { subject, data } = drawnItem(order, 0, { revision });
    await publishEvent(transport, printFileCompleted, { subject, sequence: revision, data });
    return `${ORIGIN}/media/${data.mockup.id}?w=320`;
  };
  const isStored = (order: Order, count: number) =>
    eventually(async () =>
      expect(await database.query('SELECT FROM emails WHERE key LIKE $1', [`%/${order.id}%`])).toHaveLength(count),
    );

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

  it('names each change, once it has the picture of the changed item', async () => {
    const order = newOrder();
    const before = await draw(order, 1);
    await change(order, 2, ['Classic T-Shirt: size L'], 'second');
    await isStored(order, 1);
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
