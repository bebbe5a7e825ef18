import { randomUUID } from 'node:crypto';
import type { EventDefinition, EventInput } from '@shop/contracts-common';
import {
  DEFAULT_SHOP_SETTINGS,
  orderAnonymised,
  orderCodeRequested,
  orderEmailChanged,
  orderEmailRequested,
  orderLinksEnded,
  orderParcelReturned,
  orderReprintReturned,
  orderRefunded,
  shopSettingsChanged,
  type Order,
} from '@shop/contracts-order';
import { userErased } from '@shop/contracts-identity';
import { orderEmailSchema, refusedEmailSchema, type OrderEmail, type RefusedEmail } from '@shop/contracts-support';
import { asAdmin, asUser, createTestTransport, publishEvent, waitFor, type TestService } from '@shop/testing';
import { EmailsRepository } from '../src/emails/emails.repository.js';
import { EmailFixture } from './email-fixture.js';
import { newOrder } from './email-samples.js';
import { createCodeEvent } from './email-triggers.js';

const admin = asAdmin();
const link = { key: 'key', changeableUntil: null };
const transport = createTestTransport();
let fixture: EmailFixture;
let service: TestService;

beforeAll(async () => {
  await transport.open();
  fixture = await EmailFixture.open(transport);
  service = await fixture.start();
});
afterAll(async () => {
  await fixture.close();
  await transport.close();
});

const listEmails = async (orderId: string): Promise<OrderEmail[]> =>
  (await service.call('GET', `/api/admin/orders/${orderId}/emails`, { as: admin })).json();
const listRefused = async (): Promise<RefusedEmail[]> =>
  (await service.call('GET', '/api/admin/refused-emails', { as: admin })).json();
const publish = <Definition extends EventDefinition>(
  definition: Definition,
  order: Order,
  data: EventInput<Definition>,
  id = randomUUID(),
) => publishEvent(transport, definition, { id, subject: `order/${order.id}`, data });
const queueConfirmation = (order: Order) =>
  fixture.enqueue(service, {
    key: `order-confirmed/${order.id}`,
    to: order.email ?? '',
    template: 'order-confirmed',
    props: { order, hasAccount: false, link },
  });
const waitForStates = (order: Order, states: OrderEmail['state'][]): Promise<OrderEmail[]> =>
  waitFor(async () => {
    const emails = await listEmails(order.id);
    expect(emails.map(({ state }) => state)).toEqual(states);
    return emails;
  });
const requestConfirmation = (order: Order, { id: emailId }: OrderEmail, requestId = randomUUID()) =>
  publish(orderEmailRequested, order, {
    ...{ order, userId: null, link, requestId, emailId, kind: 'order-confirmed', about: null },
  });

const refuse = (order: Order): void => {
  fixture.server.reject = (recipient) =>
    recipient === order.email ? { code: 550, text: '5.1.1 no such mailbox' } : undefined;
};

describe('the emails of an order', () => {
  it('are listed with what became of them, without address and content', async () => {
    const order = newOrder();
    await queueConfirmation(order);
    await publish(orderRefunded, order, {
      ...{ order, userId: null, link, amount: '5.00', refundId: 're_7', currency: 'usd' },
    });
    const emails = await waitForStates(order, ['sent', 'sent']);
    expect(emails.map((email) => orderEmailSchema.parse(email))).toEqual(emails);
    expect(emails).toMatchObject([
      { kind: 'order-refunded', about: 're_7', isToPresentAddress: true, reason: null, nextTryAt: null },
      { kind: 'order-confirmed', about: null, isToPresentAddress: true },
    ]);
    expect(JSON.stringify(emails)).not.toContain('@');
    expect(await listEmails(randomUUID())).toEqual([]);
  });

  it('went to an earlier address once it was corrected, and those sent again go to the present one', async () => {
    const order = newOrder();
    await queueConfirmation(order);
    const [first] = await waitForStates(order, ['sent']);
    const corrected = { ...order, email: `right-${order.email}` };
    await publish(orderEmailChanged, order, { order: corrected, userId: null, link, version: 1 });
    const [again, earlier] = await waitForStates(order, ['sent', 'sent']);
    expect([again?.isToPresentAddress, earlier?.isToPresentAddress]).toEqual([true, false]);

    // Published before the correction.
    await requestConfirmation(order, first!);
    const [newest] = await waitForStates(order, ['sent', 'sent', 'sent']);
    expect(newest).toMatchObject({ kind: 'order-confirmed', isToPresentAddress: true });
    expect(fixture.server.emailsTo(order.email ?? '')).toHaveLength(1);
    expect(fixture.server.emailsTo(corrected.email)).toHaveLength(2);
  });

  it('have the new link if they still wait when the links of the order are ended', async () => {
    const order = newOrder();
    fixture.server.reject = (recipient) => (recipient === order.email ? { code: 451, text: 'try later' } : undefined);
    await queueConfirmation(order);
    await waitFor(async () => expect((await listEmails(order.id))[0]?.reason).toContain('try later'));
    const newLink = { ...link, key: 'new-key' };
    await publish(orderLinksEnded, order, { order, userId: null, link: newLink, version: 0, linkVersion: 1 });
    // Published before the end.
    await publish(orderParcelReturned, order, { order, userId: null, link, reason: null });
    const keys = await waitFor(async () => {
      const rows = await fixture.database.query<{ key: string }>(
        `SELECT props #>> '{link,key}' AS key FROM emails WHERE order_id = $1`,
        [order.id],
      );
      expect(rows).toHaveLength(2);
      return rows.map(({ key }) => key);
    });
    expect(keys).toEqual(['new-key', 'new-key']);
    expect((await listEmails(order.id)).map(({ isToPresentAddress }) => isToPresentAddress)).toEqual([true, true]);
    fixture.server.reject = () => undefined;
  });

  it('with a code are not sent once the address was corrected, whether they wait or come later', async () => {
    const order = newOrder();
    fixture.server.reject = (recipient) => (recipient === order.email ? { code: 451, text: 'try later' } : undefined);
    const data = await createCodeEvent(order, { email: order.email ?? '', code: '048213' });
    await publish(orderCodeRequested, order, data);
    await waitFor(async () => expect((await listEmails(order.id))[0]?.kind).toBe('order-code'));
    const corrected = { ...order, email: `right-${order.email}` };
    await publish(orderEmailChanged, order, { order: corrected, userId: null, link, version: 1 });
    await waitForStates(order, []);
    fixture.server.reject = () => undefined;
    await publish(orderCodeRequested, order, data);
    await publish(orderRefunded, order, {
      ...{ order, userId: null, link, amount: '5.00', refundId: 're_9', currency: 'usd' },
    });
    const emails = await waitForStates(order, ['sent']);
    expect(emails.map(({ kind }) => kind)).toEqual(['order-refunded']);
  });

  it('with a code are not sent once the links of the order were ended, whether they wait or come later', async () => {
    const order = newOrder();
    fixture.server.reject = (recipient) => (recipient === order.email ? { code: 451, text: 'try later' } : undefined);
    const data = await createCodeEvent(order, { email: order.email ?? '', code: '048213' });
    await publish(orderCodeRequested, order, data);
    await waitFor(async () => expect((await listEmails(order.id))[0]?.kind).toBe('order-code'));
    const newLink = { ...link, key: 'new-key' };
    await publish(orderLinksEnded, order, { order, userId: null, link: newLink, version: 0, linkVersion: 1 });
    await waitForStates(order, []);
    fixture.server.reject = () => undefined;
    await publish(orderCodeRequested, order, data);
    await publish(orderCodeRequested, order, { ...data, linkVersion: 1 });
    const emails = await waitForStates(order, ['sent']);
    expect(emails.map(({ kind }) => kind)).toEqual(['order-code']);
    expect(fixture.server.emailsTo(order.email ?? '')).toHaveLength(1);
  });

  it('say once that what was sent again came back, and why', async () => {
    const order = newOrder();
    const { shippingAddress, items } = order;
    const again = [{ orderItemId: items[0]?.id ?? '', title: 'Classic T-Shirt', quantity: 1 }];
    const data = {
      order,
      userId: null,
      link,
      reprintId: randomUUID(),
      items: again,
      shippingAddress,
      reason: 'refused',
    };
    const id = randomUUID();
    await publish(orderReprintReturned, order, data, id);
    await publish(orderReprintReturned, order, data, id);
    await waitForStates(order, ['sent']);
    const [mail] = fixture.server.emailsTo(order.email ?? '');
    expect(mail?.subject).toBe(`What we sent again of your order ${order.orderNumber} came back`);
    expect(mail?.text).toContain('came back: refused');
  });

  it('that were refused for good are found with the server’s words, until they are sent again, once', async () => {
    const order = newOrder();
    refuse(order);
    await queueConfirmation(order);
    const [refused] = await waitForStates(order, ['refused']);
    expect(refused?.reason).toContain('5.1.1 no such mailbox');
    const found = (await listRefused()).find(({ orderId }) => orderId === order.id);
    expect(refusedEmailSchema.parse(found)).toEqual({
      ...{ id: refused?.id, kind: 'order-confirmed', orderId: order.id, orderNumber: order.orderNumber },
      ...{ at: refused?.at, reason: refused?.reason },
    });

    fixture.server.reject = () => undefined;
    const requestId = randomUUID();
    await requestConfirmation(order, refused!, requestId);
    await requestConfirmation(order, refused!, requestId);
    await waitForStates(order, ['sent']);
    expect((await listRefused()).filter(({ orderId }) => orderId === order.id)).toEqual([]);
    await requestConfirmation(order, refused!, requestId);
    await waitForStates(order, ['sent']);
    expect(fixture.server.emailsTo(order.email ?? '')).toHaveLength(1);
  });

  it('of another order are not replaced', async () => {
    const [order, other] = [newOrder(), newOrder()];
    refuse(other);
    await queueConfirmation(other);
    const [refused] = await waitForStates(other, ['refused']);
    await requestConfirmation(order, refused!);
    await waitForStates(order, ['sent']);
    await waitForStates(other, ['refused']);
  });
});

describe('the text of a sent email', () => {
  const path = (order: Order, emailId: string) => `/api/admin/orders/${order.id}/emails/${emailId}`;
  const read = (order: Order, { id }: OrderEmail) => service.call('GET', path(order, id), { as: admin });
  const listTexts = (order: Order) =>
    fixture.database.query<{ text: string }>(
      'SELECT row_to_json(t)::text AS text FROM email_texts t WHERE order_id = $1',
      [order.id],
    );
  const secret = { key: 'an-order-key-of-the-link', changeableUntil: null };
  const refund = (order: Order, refundId: string, userId: string | null = null) =>
    publish(orderRefunded, order, { order, userId, link: secret, amount: '5.00', refundId, currency: 'usd' });

  it('is read as it was sent, but for the key of its link, and each copy has its own', async () => {
    const order = newOrder();
    await fixture.enqueue(service, {
      key: `order-confirmed/${order.id}`,
      to: order.email ?? '',
      template: 'order-confirmed',
      props: { order, hasAccount: false, link: secret },
    });
    const [email] = await waitForStates(order, ['sent']);
    expect(email?.hasText).toBe(true);
    const [sent] = fixture.server.emailsTo(order.email ?? '');
    const { subject, text } = (await read(order, email!)).json<{ subject: string; text: string }>();
    expect(subject).toBe(sent?.subject);
    expect(sent?.text).toContain(secret.key);
    expect(text.trimEnd()).toBe(sent?.text?.trimEnd().replaceAll(secret.key, 'hidden'));

    await requestConfirmation(order, email!);
    const copies = await waitForStates(order, ['sent', 'sent']);
    expect(copies.map(({ hasText }) => hasText)).toEqual([true, true]);
    expect((await read(newOrder(), email!)).status).toBe(404);
    expect((await listTexts(order)).map(({ text: row }) => row).join()).not.toContain(secret.key);
  });

  it('is not stored if it has a code', async () => {
    const order = newOrder();
    const data = await createCodeEvent(order, { email: order.email ?? '', code: '048213' });
    await publish(orderCodeRequested, order, data);
    const [email] = await waitForStates(order, ['sent']);
    expect(email?.hasText).toBe(false);
    expect((await read(order, email!)).status).toBe(404);
    const rows = await fixture.database.query<{ row: string }>(
      'SELECT row_to_json(e)::text AS row FROM emails e WHERE order_id = $1',
      [order.id],
    );
    expect(rows.map(({ row }) => row).join()).not.toContain('048213');
  });

  it('stays when the rows of other emails are deleted, and goes with the personal data of the order, for good', async () => {
    const order = newOrder();
    await refund(order, 're_11');
    await waitForStates(order, ['sent']);
    await fixture.database.query(`UPDATE emails SET ended_at = now() - interval '3 years' WHERE order_id = $1`, [
      order.id,
    ]);
    await service.get(EmailsRepository).deleteOld();
    const [old] = await listEmails(order.id);
    expect((await read(order, old!)).status).toBe(200);

    await publish(orderAnonymised, order, { orderId: order.id });
    await waitFor(async () => expect(await listTexts(order)).toEqual([]));
    expect((await read(order, old!)).status).toBe(404);
    // Published before.
    await refund(order, 're_12');
    const emails = await waitForStates(order, ['sent', 'sent']);
    expect(emails.map(({ hasText }) => hasText)).toEqual([false, false]);
    await service.get(EmailsRepository).deleteOld();
    expect(await listEmails(order.id)).toHaveLength(1);
  });

  it('is in the export of its account, and goes with it', async () => {
    const [order, userId] = [newOrder(), randomUUID()];
    await refund(order, 're_13', userId);
    await waitForStates(order, ['sent']);
    const as = asUser({ userId });
    const exported = () => service.call('GET', '/internal/personal-data', { as });
    const { text } = await exported();
    expect(text).toContain('emails.json');
    expect(text).toContain(`"text":`);
    expect(text).not.toContain(secret.key);
    const subject = `user/${userId}`;
    await publishEvent(transport, userErased, {
      ...{ id: randomUUID(), subject },
      data: { userId, email: order.email ?? '', firstName: null },
    });
    await waitFor(async () => expect(await listTexts(order)).toEqual([]));
    expect((await exported()).text).not.toContain('emails.json');
  });
});

it('have the carrier’s page and the seller of the shop’s newest settings', async () => {
  const { replyTemplates: _, ...defaults } = DEFAULT_SHOP_SETTINGS;
  const publishSettings = (version: number, change: object) =>
    publishEvent(transport, shopSettingsChanged, {
      id: randomUUID(),
      subject: 'shop/one',
      sequence: version,
      data: { ...defaults, ...change, version },
    });
  const readShipped = async () => {
    const order = newOrder();
    await fixture.enqueue(service, {
      key: `order-shipped/${order.id}`,
      to: order.email ?? '',
      template: 'order-shipped',
      props: { order, hasAccount: false, link, tracking: { carrier: 'Post', number: '7', url: null } },
    });
    return (await fixture.server.waitForEmail(order.email ?? '')).text;
  };
  expect(await readShipped()).not.toContain('https://post.example/7');
  await publishSettings(2, {
    carriers: [{ name: 'Post', trackingUrl: 'https://post.example/{number}' }],
    seller: { ...defaults.seller, name: 'Paws & Prints' },
  });
  await waitFor(async () => expect(await readShipped()).toMatch(/https:\/\/post\.example\/7[^]*Paws & Prints/));
  await publishSettings(1, {});
  expect(await readShipped()).toContain('Paws & Prints');
});
