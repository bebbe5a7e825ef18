import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { artworkCompleted, printFileCompleted } from '@shop/contracts-art';
import type { EventDefinition, EventInput, EventPayload } from '@shop/contracts-common';
import {
  adminRightsChanged,
  resetLinkRequested,
  userErased,
  userErasureRequested,
  userRegistered,
} from '@shop/contracts-identity';
import { orderChanged, orderPaid, orderStatusChanged, type Order, type OrderStatus } from '@shop/contracts-order';
import { EventContext } from '@shop/messaging';
import { createTestTransport, waitFor, publishEvent } from '@shop/testing';
import type { EmailTemplate } from '../src/emails/email-props.js';
import { EMAIL_TEMPLATES } from '../src/emails/render-email.js';
import { createContactFixture } from './contact-fixture.js';
import {
  ALARM_EMAIL,
  createResetLinkEvent,
  EXPECTED_EMAILS,
  EMAIL_TRIGGERS,
  type TriggerContext,
} from './email-triggers.js';
import { EmailFixture, makeEmailsDue, newAddress, ORIGIN } from './email-fixture.js';
import { printFileEvent, newOrder, sampleItem, statusChange } from './email-samples.js';
import type { ReceivedEmail } from './mail-server.js';

const TIMES = 5;
const link = { key: 'key', changeableUntil: null };
/** All go to one address. */
const ALERTS: readonly EmailTemplate[] = [
  'discrepancies-found',
  'drawing-budget',
  'question-answered',
  'asked-order-changed',
];
const names = Object.keys(EMAIL_TEMPLATES) as EmailTemplate[];
const deliveries = jest.spyOn(EventContext.prototype, 'runHandler');
const transport = createTestTransport();
let fixture: EmailFixture;
let database: EmailFixture['database'];
let server: EmailFixture['server'];
let contact: ReturnType<typeof createContactFixture>;

beforeAll(async () => {
  await transport.open();
  fixture = await EmailFixture.open(transport);
  // The wait for mock-ups is longer than a test; change emails wait for nothing else.
  const service = await fixture.start({
    MAIL_FROM: 'PetArt <shop@petart.example>',
    PUBLIC_ORIGIN: ORIGIN,
    ORDER_EMAIL_WAIT_MS: '60000',
    ORDER_CHANGES_WAIT_MS: '0',
    // Enough for a registration that arrives last.
    EVENTS_RETRY_DELAYS_MS: Array(300).fill(100).join(),
    ALARM_EMAIL,
  });
  ({ database, server } = fixture);
  contact = createContactFixture(service, database);
});
/** How often the event was delivered so far. */
const attemptsOf = (id: string): number =>
  new Set((deliveries.mock.contexts as EventContext[]).filter(({ envelope }) => envelope.id === id)).size;

beforeEach(() => deliveries.mockClear());
afterAll(async () => {
  deliveries.mockRestore();
  await fixture.close();
  await transport.close();
});

describe('each email', () => {
  /** The number of finished deliveries of this event. */
  const countHandled = async (id: string): Promise<number> => {
    const { contexts, results } = deliveries.mock;
    const handled = new Set((contexts as EventContext[]).filter(({ envelope }) => envelope.id === id));
    await Promise.all(results.map(({ value }) => value));
    return handled.size;
  };
  const repeat: TriggerContext['repeat'] = async (definition, event) => {
    const before = await countHandled(event.id);
    await publishEvent(transport, definition, { ...event, times: TIMES });
    await waitFor(async () => expect(await countHandled(event.id)).toBe(before + TIMES));
  };
  const rowsOf = (template: EmailTemplate) =>
    database.query<{ status: string }>('SELECT status FROM emails WHERE template = $1', [template]);
  const makeDue = (email: string): Promise<void> => makeEmailsDue(database, 'recipient = $1', [email]);

  it.each(names)(
    '%s is sent once, although its event arrives five times at once and five times more afterwards',
    async (template) => {
      const [userId, email] = [randomUUID(), ALERTS.includes(template) ? ALARM_EMAIL : newAddress()];
      await database.query('INSERT INTO accounts (user_id, email, first_name) VALUES ($1, $2, $3)', [
        userId,
        email,
        'Pat',
      ]);
      const trigger = EMAIL_TRIGGERS[template]({ userId, email });

      await trigger({ repeat, contact });
      await makeDue(email);
      await waitFor(async () => expect(await rowsOf(template)).toEqual([{ status: 'sent' }]));
      await trigger({ repeat, contact });

      expect(await rowsOf(template)).toEqual([{ status: 'sent' }]);
      const [subject, part] = EXPECTED_EMAILS[template];
      const emails = server.emailsTo(email);
      const [mail, ...others] = ALERTS.includes(template)
        ? emails.filter((sent) => subject.test(sent.subject ?? ''))
        : emails;
      expect(others).toEqual([]);
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
  const waitUntilSent = (key: string) =>
    waitFor(async () => expect(await rowsOf(key)).toEqual([{ status: 'sent', recipient: null, props: null }]));
  const waitForMockups = (order: Order) =>
    waitFor(async () => expect(await rowsOf(`order-confirmed/${order.id}`)).toMatchObject([{ status: 'waiting' }]));
  const publishStatusChange = (order: Order, from: OrderStatus, to: OrderStatus) =>
    publish(orderStatusChanged, `order/${order.id}`, statusChange(order, from, to));
  const publishPrintFile = async (order: Order, at: number): Promise<string> => {
    const { subject, data } = printFileEvent(order, at);
    await publish(printFileCompleted, subject, data);
    return data.mockup.id;
  };
  const expectEmail = ({ subject, text, html }: ReceivedEmail, expected: string, part: string): void => {
    expect(subject).toBe(expected);
    expect(text).toContain(part);
    expect(html).toContain(part);
  };

  it('deliver the reset link, after which its token is stored nowhere', async () => {
    const [email, token] = [newAddress(), `token-${randomUUID()}`];
    const userId = randomUUID();
    const { id } = await publish(
      resetLinkRequested,
      `user/${userId}`,
      await createResetLinkEvent(userId, { email, firstName: null, token }),
    );
    const mail = await server.waitForEmail(email);
    expectEmail(mail, 'Choose a new password', `${ORIGIN}/reset-password?token=${token}`);
    await waitUntilSent(`reset-link/${id}`);
    expect(await database.query(`SELECT 1 FROM emails WHERE emails::text LIKE '%' || $1 || '%'`, [token])).toEqual([]);
    expect(await database.query(`SELECT 1 FROM outbox WHERE outbox::text LIKE '%' || $1 || '%'`, [token])).toEqual([]);
  });

  it('drop an expired reset link with its content', async () => {
    const [email, token] = [newAddress(), `token-${randomUUID()}`];
    const userId = randomUUID();
    const { id } = await publish(resetLinkRequested, `user/${userId}`, {
      ...(await createResetLinkEvent(userId, { email, firstName: null, token })),
      expiresAt: new Date(Date.now() - 1_000).toISOString(),
    });
    await waitFor(async () =>
      expect(await rowsOf(`reset-link/${id}`)).toEqual([{ status: 'dropped', recipient: null, props: null }]),
    );
    expect(server.emailsTo(email)).toEqual([]);
  });

  it('confirm a paid order with mock-ups, totals and address once all mock-ups have arrived', async () => {
    const order = newOrder({ items: [1, 2].map(() => sampleItem({ id: randomUUID(), mockupUrl: null })) });
    const first = await publishPrintFile(order, 0); // before the payment: events of two services arrive in any order
    await publish(orderPaid, `order/${order.id}`, { order, userId: randomUUID(), link });
    await waitForMockups(order);
    expect(server.emailsTo(order.email ?? '')).toEqual([]);
    const second = await publishPrintFile(order, 1);

    const mail = await server.waitForEmail(order.email ?? '');
    expectEmail(mail, `Thank you for your order ${order.orderNumber}`, order.orderNumber);
    for (const id of [first, second]) expect(mail.html).toContain(`${ORIGIN}/media/${id}?w=320`);
    for (const words of ['$90.00', '$9.99', '$7.20', '$107.19', '12 Harbor Lane', 'Portland, ME 04101']) {
      expect(mail.html).toContain(words);
      expect(mail.text).toContain(words);
    }
  });

  it('are not sent for an unpaid order, or without an address', async () => {
    const [unpaid, nameless, marker] = [newOrder(), newOrder({ email: null }), newOrder()];
    await publishStatusChange(unpaid, 'created', 'cancelled');
    await publishStatusChange(nameless, 'paid', 'processing');
    await publishStatusChange(marker, 'paid', 'processing');
    await server.waitForEmail(marker.email ?? '');
    await waitFor(async () =>
      expect(await database.query(`SELECT 1 FROM emails WHERE key LIKE '%' || $1`, [marker.id])).toHaveLength(1),
    );
    expect(
      await database.query(`SELECT 1 FROM emails WHERE key LIKE '%' || $1 OR key LIKE '%' || $2`, [
        unpaid.id,
        nameless.id,
      ]),
    ).toEqual([]);
  });

  it('announce a recent artwork only to an account whose owner did not watch it being finished', async () => {
    const email = newAddress();
    const userId = await register(email);
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
    const mail = await server.waitForEmail(email, 'Biscuit’s artwork is ready');
    expect(mail.html).toContain(`${ORIGIN}/media/${imageId}?w=1024`);
    expect(server.emailsTo(email)).toHaveLength(1);
  });

  it('to a guest wait as before when an account with the same address is erased', async () => {
    const email = newAddress();
    const userId = await register(email);
    const order = newOrder({ email });
    await publish(orderPaid, `order/${order.id}`, { order, userId: null, link }); // waits for mock-ups
    await waitForMockups(order);

    await publish(userErased, `user/${userId}`, { userId, email, firstName: 'Pat' }, { sequence: 3 });

    await waitUntilSent(`account-erased/${userId}`);
    expect(await rowsOf(`order-confirmed/${order.id}`)).toMatchObject([{ status: 'waiting' }]);
  });

  it('end with a confirmation when an account is erased, after which its address is stored nowhere', async () => {
    const email = newAddress();
    const userId = await register(email);
    const order = newOrder({ email });
    await publish(orderPaid, `order/${order.id}`, { order, userId, link }); // still waits for mock-ups
    await waitForMockups(order);

    await publish(userErased, `user/${userId}`, { userId, email, firstName: 'Pat' }, { sequence: 3 });
    expectEmail(await server.waitForEmail(email, 'Your account was deleted'), 'Your account was deleted', 'Pat');
    await waitUntilSent(`account-erased/${userId}`);
    await register(email, { userId }); // a late event with an older state
    for (const table of ['emails', 'accounts', 'order_mockups', 'outbox', 'processed_events']) {
      expect(
        await database.query(`SELECT 1 FROM ${table} WHERE ${table}::text LIKE '%' || $1 || '%'`, [email]),
      ).toEqual([]);
    }
    expect(server.emailsTo(email).map(({ subject }) => subject)).toEqual(['Your account was deleted']);
  });
  it('are dropped with an account that a restore brought back, when its erasure is requested again', async () => {
    const email = newAddress();
    const userId = await register(email);
    const order = newOrder({ email });
    await publish(orderPaid, `order/${order.id}`, { order, userId, link }); // waits for mock-ups
    await waitForMockups(order);
    const requestedAt = new Date().toISOString();
    await publish(userErasureRequested, `erasure/${userId}`, { userId, email: '', firstName: null, requestedAt });
    await waitFor(async () =>
      expect(await rowsOf(`order-confirmed/${order.id}`)).toMatchObject([{ status: 'dropped', recipient: null }]),
    );
    expect(await database.query('SELECT 1 FROM accounts WHERE user_id = $1', [userId])).toEqual([]);
  });
});

describe('an email to an account whose registration is handled later', () => {
  const registered = (userId: string, email: string) =>
    publishEvent(transport, userRegistered, {
      subject: `user/${userId}`,
      data: { userId, email, firstName: 'Pat', role: 'user', registeredAt: new Date().toISOString() },
    });
  const changeRights = (userId: string, changedById: string) =>
    publishEvent(transport, adminRightsChanged, {
      subject: `user/${userId}`,
      data: { userId, change: 'granted', permissions: [], adminIds: [userId, changedById], changedById },
    });
  const isHandled = (id: string) =>
    waitFor(async () =>
      expect(await database.query('SELECT FROM processed_events WHERE event_id = $1', [id])).not.toEqual([]),
    );

  it.each(['the account', 'another admin'])('is sent after it: %s', async (late) => {
    const [userId, adminId, email, adminEmail] = [randomUUID(), randomUUID(), newAddress(), newAddress()];
    const isLate = late === 'the account';
    await isHandled((await registered(isLate ? adminId : userId, isLate ? adminEmail : email)).id);
    const { id } = await changeRights(userId, adminId);
    await waitFor(() => expect(attemptsOf(id)).toBeGreaterThan(1));
    expect(await database.query('SELECT FROM processed_events WHERE event_id = $1', [id])).toEqual([]);
    await registered(isLate ? userId : adminId, isLate ? email : adminEmail);
    for (const address of [email, adminEmail]) {
      const { text = '' } = await server.waitForEmail(address, `${email} is an admin now`);
      expect([text.includes(email), text.includes(adminEmail)]).toEqual([true, true]);
    }
  });

  it('about an artwork is sent after it', async () => {
    const [userId, email, jobId, imageId] = [randomUUID(), newAddress(), randomUUID(), randomUUID()];
    const drawn = { jobId, imageId, url: `/media/${imageId}`, width: 1, height: 1, styleKey: 'modern', petName: 'Rex' };
    const { id } = await publishEvent(transport, artworkCompleted, {
      subject: `artwork/${jobId}`,
      data: { ...drawn, watched: false, completedAt: new Date().toISOString(), userId, guestId: null },
    });
    await waitFor(() => expect(attemptsOf(id)).toBeGreaterThan(1));
    await registered(userId, email);
    await server.waitForEmail(email, 'Rex’s artwork is ready');
  });

  it('is dropped if the account was deleted, without a retry', async () => {
    const [userId, email] = [randomUUID(), newAddress()];
    await isHandled((await registered(userId, email)).id);
    const erased = await publishEvent(transport, userErased, {
      subject: `user/${userId}`,
      sequence: 2,
      data: { userId, email, firstName: null },
    });
    await isHandled(erased.id);
    const { id } = await changeRights(userId, userId);
    await isHandled(id);
    expect(attemptsOf(id)).toBe(1);
  });
});

describe('an email about an order that may still be changed', () => {
  const soon = (): string => new Date(Date.now() + 3_000_000).toISOString();
  const revised = (order: Order, revision: number) => ({
    ...order,
    items: order.items.map((item) => ({ ...item, revision })),
  });
  const pageOf = (order: Order, key: string): string => `${ORIGIN}/orders/${order.id}?key=${key}`;
  const publishChange = (order: Order, revision: number, what: string[], key: string) =>
    publishEvent(transport, orderChanged, {
      subject: `order/${order.id}`,
      sequence: revision,
      data: { order: revised(order, revision), userId: null, what, link: { key, changeableUntil: soon() } },
    });
  const publishMockup = async (order: Order, revision: number): Promise<string> => {
    const { subject, data } = printFileEvent(order, 0, { revision });
    await publishEvent(transport, printFileCompleted, { subject, sequence: revision, data });
    return `${ORIGIN}/media/${data.mockup.id}?w=320`;
  };
  const waitForRows = (order: Order, count: number) =>
    waitFor(async () =>
      expect(await database.query('SELECT FROM emails WHERE key LIKE $1', [`%/${order.id}%`])).toHaveLength(count),
    );

  it('names each change once the mock-up of the changed item has arrived', async () => {
    const order = newOrder();
    const before = await publishMockup(order, 1);
    await publishChange(order, 2, ['Classic T-Shirt: size L'], 'second');
    await waitForRows(order, 1);
    expect(server.emailsTo(order.email ?? '')).toEqual([]);
    const after = await publishMockup(order, 2);
    const mail = await server.waitForEmail(order.email ?? '', `Your order ${order.orderNumber} was changed`);
    expect(mail.text).toContain('Classic T-Shirt: size L');
    expect(mail.html).toContain(pageOf(order, 'second'));
    expect([mail.html?.includes(before), mail.html?.includes(after)]).toEqual([false, true]);
    await publishChange(order, 3, ['the delivery address'], 'third');
    await publishMockup(order, 3);
    await waitFor(() => expect(server.emailsTo(order.email ?? '')).toHaveLength(2));
  });

  it('never shows the mock-up of an earlier revision', async () => {
    const order = newOrder();
    const now = await publishMockup(order, 2);
    const before = await publishMockup(order, 1);
    await publishEvent(transport, orderStatusChanged, {
      subject: `order/${order.id}`,
      data: statusChange(order, 'paid', 'processing'),
    });
    const mail = await server.waitForEmail(order.email ?? '');
    expect([mail.html?.includes(before), mail.html?.includes(now), mail.html?.includes(pageOf(order, 'key'))]).toEqual([
      false,
      true,
      true,
    ]);
  });
});
