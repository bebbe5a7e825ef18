import { randomUUID } from 'node:crypto';
import { artworkCompleted } from '@shop/contracts/art';
import type { EventDefinition, EventInput } from '@shop/contracts/common';
import { passwordChanged, passwordResetRequested, userErased, userRegistered } from '@shop/contracts/identity';
import {
  moneyDifferencesFound,
  orderChanged,
  orderPaid,
  orderPaymentFailed,
  orderRefunded,
  orderStatusChanged,
  type OrderStatus,
} from '@shop/contracts/order';
import type { LetterName } from '../src/letters/letter-props.js';
import type { contactDeskOf } from './contact-desk.js';
import { sampleItem, sampleOrder } from './letter-samples.js';

export interface Addressee {
  /** Of an account that the service knows. */
  userId: string;
  email: string;
}

export interface Happening<Definition extends EventDefinition = EventDefinition> {
  id: string;
  subject: string;
  data: EventInput<Definition>;
}

export interface Stage {
  /** Publishes the same event several times at once; resolves when all of them are handled. */
  repeat<Definition extends EventDefinition>(definition: Definition, event: Happening<Definition>): Promise<void>;
  desk: Pick<ReturnType<typeof contactDeskOf>, 'send' | 'reply' | 'database'>;
}

/** What one email is written for. However often it is called, the same thing happens again. */
type Occasion = (to: Addressee) => (stage: Stage) => Promise<void>;

/** Where the shop's own alarms go. */
export const ALARM_EMAIL = 'alarms@petart.example';

const REPLIES_AT_ONCE = 5;

function event<Definition extends EventDefinition>(
  definition: Definition,
  of: (to: Addressee) => Omit<Happening<Definition>, 'id'>,
): Occasion {
  return (to) => {
    const told = { id: randomUUID(), ...of(to) };
    return ({ repeat }) => repeat(definition, told);
  };
}

const orderOf = ({ email }: Addressee) =>
  sampleOrder({ id: randomUUID(), email, items: [sampleItem({ id: randomUUID() })] });

const moved = (from: OrderStatus, to: OrderStatus): Occasion =>
  event(orderStatusChanged, (person) => {
    const order = { ...orderOf(person), status: to };
    return {
      subject: `order/${order.id}`,
      data: { orderId: order.id, orderNumber: order.orderNumber, from, to, order, tracking: null },
    };
  });

/** Each email of the shop with what it is written for: an event, but for the last two. */
export const OCCASIONS: Readonly<Record<LetterName, Occasion>> = {
  welcome: event(userRegistered, ({ userId, email }) => ({
    subject: `user/${userId}`,
    data: { userId, email, firstName: 'Pat', role: 'user' as const, registeredAt: new Date().toISOString() },
  })),
  'reset-link': event(passwordResetRequested, ({ userId, email }) => ({
    subject: `password-reset/${randomUUID()}`,
    data: {
      userId,
      email,
      firstName: 'Pat',
      token: randomUUID(),
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    },
  })),
  'password-changed': event(passwordChanged, ({ userId, email }) => ({
    subject: `user/${userId}`,
    data: { userId, email, by: 'owner' as const },
  })),
  'order-confirmed': event(orderPaid, (person) => {
    const order = orderOf(person);
    return { subject: `order/${order.id}`, data: { order, userId: person.userId } };
  }),
  'order-changed': event(orderChanged, (person) => {
    const order = orderOf(person);
    return { subject: `order/${order.id}`, data: { order, userId: person.userId, what: ['the delivery address'] } };
  }),
  'order-unpaid': event(orderPaymentFailed, (person) => {
    const order = orderOf(person);
    return {
      subject: `order/${order.id}`,
      data: {
        orderId: order.id,
        orderNumber: order.orderNumber,
        message: 'Your bank account was closed.',
        awaited: { order },
      },
    };
  }),
  'order-printing': moved('paid', 'processing'),
  'order-shipped': moved('processing', 'shipped'),
  'order-delivered': moved('shipped', 'delivered'),
  'order-cancelled': moved('paid', 'cancelled'),
  'order-refunded': event(orderRefunded, (person) => {
    const order = orderOf(person);
    return { subject: `order/${order.id}`, data: { order, amount: order.total } };
  }),
  'artwork-ready': event(artworkCompleted, ({ userId }) => {
    const [jobId, imageId] = [randomUUID(), randomUUID()];
    const drawn = {
      jobId,
      imageId,
      url: `/media/${imageId}`,
      width: 1024,
      height: 1024,
      styleKey: 'cyberpunk',
      petName: 'Biscuit',
    };
    return {
      subject: `artwork/${jobId}`,
      data: { ...drawn, watched: false, completedAt: new Date().toISOString(), userId, guestId: null },
    };
  }),
  'differences-found': event(moneyDifferencesFound, () => ({
    subject: 'money-differences/shop',
    data: {
      count: 1,
      newest: [
        {
          orderNumber: 'PA-1',
          sentence: 'Order PA-1 is paid, and not with the printer yet: The printer does not answer.',
        },
      ],
    },
  })),
  'account-erased': event(userErased, ({ userId, email }) => ({
    subject: `user/${userId}`,
    data: { userId, email, firstName: 'Pat' },
  })),
  /** Each call is a request of its own, with a receipt of its own: there is nothing that could come twice. */
  'request-received': ({ email }) => {
    let sent: Promise<unknown> | undefined;
    return async ({ desk }) => {
      sent ??= desk.send({ email });
      await sent;
    };
  },
  'request-answered': ({ email }) => {
    const [requestId, replyId] = [randomUUID(), randomUUID()];
    return async ({ desk }) => {
      // Written past the form, which would acknowledge it to the same address.
      await desk.database.query(
        `INSERT INTO contact_submissions (id, name, email, subject, message) VALUES ($1, 'Pat', $2, 'A question', 'Do you ship to Maine?') ON CONFLICT DO NOTHING`,
        [requestId, email],
      );
      await Promise.all(
        Array.from({ length: REPLIES_AT_ONCE }, () => desk.reply(requestId, { id: replyId, message: 'Yes.' })),
      );
    };
  },
};

/** Each email's subject and a part of its text. */
export const MAILS: Readonly<Record<LetterName, [subject: RegExp, part: RegExp]>> = {
  welcome: [/^Welcome to PetArt$/, /Pat/],
  'reset-link': [/^Choose a new password$/, /\/reset-password\?token=/],
  'password-changed': [/^Your password was changed$/, /Pat/],
  'order-confirmed': [/^Thank you for your order PA-/, /\$107\.19/],
  'order-changed': [/^Your order PA-.* was changed$/, /the delivery address/],
  'order-unpaid': [/PA-/, /Your bank account was closed\./],
  'order-printing': [/^Your order PA-.* is being printed$/, /PA-/],
  'order-shipped': [/^Your order PA-.* is on its way$/, /PA-/],
  'order-delivered': [/^Your order PA-.* has arrived$/, /PA-/],
  'order-cancelled': [/^Your order PA-.* was cancelled$/, /PA-/],
  'order-refunded': [/^Your refund for order PA-/, /\$107\.19/],
  'artwork-ready': [/^Biscuit’s artwork is ready$/, /\/designs/],
  'differences-found': [/^1 thing in the shop needs somebody$/, /The printer does not answer\./],
  'account-erased': [/^Your account was deleted$/, /Pat/],
  'request-received': [/./, /./],
  'request-answered': [/^Re: A question$/, /Yes\./],
};
