import { randomUUID } from 'node:crypto';
import { artworkCompleted, continueLinkRequested, drawingBudgetNearlySpent } from '@shop/contracts-art';
import type { EventDefinition, EventInput } from '@shop/contracts-common';
import {
  confirmationLinkRequested,
  passwordChanged,
  adminRightsChanged,
  adminSignedIn,
  passwordGuessesDetected,
  secondFactorChanged,
  registrationRefused,
  resetLinkRequested,
  userSignedOutByAdmin,
  userErased,
  type ResetLink,
} from '@shop/contracts-identity';
import {
  moneyDiscrepanciesFound,
  orderChanged,
  orderCodeRequested,
  orderOutOfStock,
  orderPaid,
  orderParcelReturned,
  orderParcelsChanged,
  orderPaymentFailed,
  orderProblemAnswered,
  orderReprintRequested,
  orderQuestionAnswered,
  orderQuestionAsked,
  orderRefunded,
  orderReviewDue,
  orderStatusChanged,
  type Order,
  type OrderStatus,
} from '@shop/contracts-order';
import { encryptPayload } from '@shop/service-kit';
import { TEST_EMAIL_SECRET } from '@shop/testing';
import type { EmailTemplate } from '../src/emails/email-props.js';
import type { createContactFixture } from './contact-fixture.js';
import { sampleItem, sampleOrder, statusChange } from './email-samples.js';

export interface Recipient {
  /** Of an account in the read model. */
  userId: string;
  email: string;
}

export interface TestEvent<Definition extends EventDefinition = EventDefinition> {
  id: string;
  subject: string;
  data: EventInput<Definition>;
}

export interface TriggerContext {
  /** Publishes the same event several times at once; resolves when all of them are handled. */
  repeat<Definition extends EventDefinition>(definition: Definition, event: TestEvent<Definition>): Promise<void>;
  contact: Pick<ReturnType<typeof createContactFixture>, 'send' | 'reply' | 'database'>;
}

/** Returns a function that causes one email. Each call repeats the same event or request. */
type EmailTrigger = (to: Recipient) => (stage: TriggerContext) => Promise<void>;

/** Recipient of alerts. */
export const ALARM_EMAIL = 'alarms@petart.example';

const CONCURRENT_REPLIES = 5;

const link = { key: 'key', changeableUntil: null };

function eventTrigger<Definition extends EventDefinition>(
  definition: Definition,
  createEvent: (to: Recipient) => Omit<TestEvent<Definition>, 'id'>,
): EmailTrigger {
  return (to) => {
    const testEvent = { id: randomUUID(), ...createEvent(to) };
    return ({ repeat }) => repeat(definition, testEvent);
  };
}

/** Encrypted as identity-svc does it. */
export const createResetLinkEvent = async (
  userId: string,
  link: ResetLink,
  { type }: { type: string } = resetLinkRequested,
) => ({
  userId,
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  encrypted: await encryptPayload(TEST_EMAIL_SECRET, type, link),
});

/** Encrypted as order-svc does it. */
export const createCodeEvent = async (
  order: Order,
  code: { email: string; code: string },
  { version = 0, linkVersion = 0, userId = null as string | null } = {},
) => ({
  order,
  userId,
  version,
  linkVersion,
  expiresAt: new Date(Date.now() + 600_000).toISOString(),
  encrypted: await encryptPayload(TEST_EMAIL_SECRET, orderCodeRequested.type, code),
});

const createOrder = ({ email }: Recipient) =>
  sampleOrder({ id: randomUUID(), email, items: [sampleItem({ id: randomUUID() })] });

const changeStatus = (from: OrderStatus, to: OrderStatus): EmailTrigger =>
  eventTrigger(orderStatusChanged, (person) => {
    const order = createOrder(person);
    return { subject: `order/${order.id}`, data: statusChange(order, from, to) };
  });

const askQuestion = (order: Order, { userId }: Recipient) => ({
  subject: `order/${order.id}`,
  data: { order, userId, questionId: randomUUID(), question: 'Is the photo too dark?', link },
});

const confirmationTrigger =
  (cause: 'registration' | 'request'): EmailTrigger =>
  ({ userId, email }) => {
    const [id, subject] = [randomUUID(), `user/${userId}`];
    const link = { email, firstName: 'Pat', token: randomUUID() };
    const event = createResetLinkEvent(userId, link, confirmationLinkRequested);
    return async ({ repeat }) => repeat(confirmationLinkRequested, { id, subject, data: { ...(await event), cause } });
  };

/** The cause of each email: an event, except for the last two. */
export const EMAIL_TRIGGERS: Readonly<Record<EmailTemplate, EmailTrigger>> = {
  welcome: confirmationTrigger('registration'),
  'order-out-of-stock': eventTrigger(orderOutOfStock, (person) => {
    const order = createOrder(person);
    const items = order.items.map(({ id: orderItemId, productId, title, variantSelections }) => ({
      orderItemId,
      productId,
      title,
      variantSelections,
    }));
    return { subject: `order/${order.id}`, data: { order, userId: person.userId, items, link } };
  }),
  'order-code': (person) => {
    const [id, order] = [randomUUID(), createOrder(person)];
    const event = createCodeEvent(order, { email: person.email, code: '048213' });
    return async ({ repeat }) => repeat(orderCodeRequested, { id, subject: `order/${order.id}`, data: await event });
  },
  'order-review': (person) => {
    const [id, order] = [randomUUID(), createOrder(person)];
    const encrypted = encryptPayload(TEST_EMAIL_SECRET, orderReviewDue.type, {
      email: person.email,
      key: 'hT4nWq8zR2mXcV7bLpY5dK',
    });
    return async ({ repeat }) =>
      repeat(orderReviewDue, {
        id,
        subject: `order/${order.id}`,
        data: {
          ...{ order, userId: person.userId, version: 0, linkVersion: 0, firstName: 'Pat' },
          products: order.items.map(({ productId, title }) => ({ productId, title })),
          keyHash: 'x'.repeat(43),
          expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
          encrypted: await encrypted,
        },
      });
  },
  'order-question': eventTrigger(orderQuestionAsked, (person) => askQuestion(createOrder(person), person)),
  'question-answered': eventTrigger(orderQuestionAnswered, (person) => {
    const { subject, data } = askQuestion(createOrder(person), person);
    return { subject, data: { ...data, answer: 'Please brighten it.' } };
  }),
  'asked-order-changed': eventTrigger(orderChanged, (person) => {
    const { subject, data } = askQuestion(createOrder(person), person);
    const { question: _, ...order } = data;
    return { subject, data: { ...order, what: ['Classic T-Shirt: artwork'] } };
  }),
  'reset-link': ({ userId, email }) => {
    const [id, subject] = [randomUUID(), `user/${userId}`];
    const event = createResetLinkEvent(userId, { email, firstName: 'Pat', token: randomUUID() });
    return async ({ repeat }) => repeat(resetLinkRequested, { id, subject, data: await event });
  },
  'confirm-email': confirmationTrigger('request'),
  'account-exists': eventTrigger(registrationRefused, ({ userId, email }) => ({
    subject: `user/${userId}`,
    data: { userId, email },
  })),
  'signed-out': eventTrigger(userSignedOutByAdmin, ({ userId, email }) => ({
    subject: `user/${userId}`,
    data: { userId, email },
  })),
  'admin-sign-in': eventTrigger(adminSignedIn, ({ userId, email }) => ({
    subject: `user/${userId}`,
    data: { userId, email, browser: 'Firefox on Linux', network: '203.0.113.0/24' },
  })),
  'admin-rights': eventTrigger(adminRightsChanged, ({ userId }) => ({
    subject: `user/${userId}`,
    data: { userId, change: 'permissions-changed' as const, permissions: ['refund'], adminIds: [userId] },
  })),
  'password-guesses': eventTrigger(passwordGuessesDetected, ({ userId, email }) => ({
    subject: `user/${userId}`,
    data: { userId, email },
  })),
  'second-factor': eventTrigger(secondFactorChanged, ({ userId, email }) => ({
    subject: `user/${userId}`,
    data: { userId, email, change: 'turned-on' as const, recoveryCodesLeft: 10 },
  })),
  'password-changed': eventTrigger(passwordChanged, ({ userId, email }) => ({
    subject: `user/${userId}`,
    data: { userId, email, by: 'owner' as const },
  })),
  'order-confirmed': eventTrigger(orderPaid, (person) => {
    const order = createOrder(person);
    return { subject: `order/${order.id}`, data: { order, userId: person.userId, link } };
  }),
  'order-changed': eventTrigger(orderChanged, (person) => {
    const order = createOrder(person);
    return {
      subject: `order/${order.id}`,
      data: { order, userId: person.userId, what: ['the delivery address'], link },
    };
  }),
  'order-unpaid': eventTrigger(orderPaymentFailed, (person) => {
    const order = createOrder(person);
    return {
      subject: `order/${order.id}`,
      data: {
        orderId: order.id,
        orderNumber: order.orderNumber,
        message: 'Your bank account was closed.',
        delayedFailure: { order, userId: null, link },
      },
    };
  }),
  'order-printing': changeStatus('paid', 'processing'),
  'order-shipped': changeStatus('processing', 'shipped'),
  'order-parcel': eventTrigger(orderParcelsChanged, (person) => {
    const order = createOrder(person);
    const tracking = { carrier: 'USPS', number: '9400', url: null };
    const data = { order, userId: null, tracking, what: 'corrected' as const, numbers: ['9400'], link };
    return { subject: `order/${order.id}`, data };
  }),
  'order-reprint': eventTrigger(orderReprintRequested, (person) => {
    const order = createOrder(person);
    const items = [{ orderItemId: order.items[0]?.id ?? '', title: 'Classic T-Shirt', quantity: 1 }];
    return {
      subject: `order/${order.id}`,
      data: {
        order,
        userId: null,
        link,
        reprintId: randomUUID(),
        items,
        shippingAddress: order.shippingAddress,
        reason: 'damaged' as const,
        photos: { ids: [], userId: null, guestId: null },
      },
    };
  }),
  'problem-answered': eventTrigger(orderProblemAnswered, (person) => {
    const order = createOrder(person);
    const report = { reportId: randomUUID(), text: 'There is a hole.', answer: 'We are sorry.' };
    return { subject: `order/${order.id}`, data: { order, userId: null, link, ...report } };
  }),
  'order-returned': eventTrigger(orderParcelReturned, (person) => {
    const order = createOrder(person);
    return { subject: `order/${order.id}`, data: { order, userId: null, reason: 'the address is unknown', link } };
  }),
  'order-delivered': changeStatus('shipped', 'delivered'),
  'order-cancelled': changeStatus('paid', 'cancelled'),
  'order-refunded': eventTrigger(orderRefunded, (person) => {
    const order = createOrder(person);
    return {
      subject: `order/${order.id}`,
      data: { order, userId: null, amount: order.total, refundId: 're_1', currency: 'usd', link },
    };
  }),
  'continue-design': ({ userId, email }) => {
    const id = randomUUID();
    const encrypted = encryptPayload(TEST_EMAIL_SECRET, continueLinkRequested.type, { email, token: randomUUID() });
    return async ({ repeat }) =>
      repeat(continueLinkRequested, {
        id,
        subject: `artwork-of/${id}`,
        data: { userId, expiresAt: new Date(Date.now() + 3_600_000).toISOString(), encrypted: await encrypted },
      });
  },
  'artwork-ready': eventTrigger(artworkCompleted, ({ userId }) => {
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
  'owner-news': ({ email }) => {
    const order = sampleOrder({ id: randomUUID(), email: null });
    const event = { id: randomUUID(), subject: `order/${order.id}`, data: { order, userId: null, link } };
    return async ({ repeat, contact }) => {
      const setTiming = (timing: string): Promise<unknown> =>
        contact.database.query('UPDATE owner_email_settings SET recipients = $1, orders = $2', [[email], timing]);
      await setTiming('at-once');
      await repeat(orderPaid, event);
      await setTiming('off');
    };
  },
  'discrepancies-found': eventTrigger(moneyDiscrepanciesFound, () => ({
    subject: 'money-differences/shop',
    data: {
      count: 1,
      newest: [
        {
          orderNumber: 'PA-1',
          message: 'Order PA-1 is paid, and not with the printer yet: The printer does not answer.',
        },
      ],
    },
  })),
  'drawing-budget': eventTrigger(drawingBudgetNearlySpent, () => ({
    subject: 'drawing-budget/2026-11-28',
    data: { day: '2026-11-28', spentCents: 4_010, budgetCents: 5_000 },
  })),
  'account-erased': eventTrigger(userErased, ({ userId, email }) => ({
    subject: `user/${userId}`,
    data: { userId, email, firstName: 'Pat' },
  })),
  /** Each call of the form is a new request with its own receipt, so it is sent only once. */
  'request-received': ({ email }) => {
    let sent: Promise<unknown> | undefined;
    return async ({ contact }) => {
      sent ??= contact.send({ email });
      await sent;
    };
  },
  'request-answered': ({ email }) => {
    const [requestId, replyId] = [randomUUID(), randomUUID()];
    return async ({ contact }) => {
      // Inserted directly, because the form would send a receipt to the same address.
      await contact.database.query(
        `INSERT INTO contact_submissions (id, name, email, subject, message) VALUES ($1, 'Pat', $2, 'A question', 'Do you ship to Maine?') ON CONFLICT DO NOTHING`,
        [requestId, email],
      );
      await Promise.all(
        Array.from({ length: CONCURRENT_REPLIES }, () => contact.reply(requestId, { id: replyId, message: 'Yes.' })),
      );
    };
  },
};

/** Each email's subject and a part of its text. */
export const EXPECTED_EMAILS: Readonly<Record<EmailTemplate, [subject: RegExp, part: RegExp]>> = {
  welcome: [/^Welcome to PetArt$/, /Pat[\s\S]*\/confirm-email\?token=/],
  'reset-link': [/^Choose a new password$/, /\/reset-password\?token=/],
  'confirm-email': [/^Confirm your email address$/, /\/confirm-email\?token=/],
  'account-exists': [/^You already have a PetArt account$/, /Pat/],
  'signed-out': [/^You were signed out everywhere$/, /UTC[\s\S]*Your password stays/],
  'admin-sign-in': [/^Someone signed in to your admin account/, /UTC[\s\S]*Firefox on Linux[\s\S]*203\.0\.113\.0\/24/],
  'admin-rights': [/^What .*@.* may do was changed$/, /now may give money back\./],
  'password-guesses': [/^Someone enters wrong passwords/, /Pat/],
  'second-factor': [/^Two-step sign-in is on$/, /Pat/],
  'password-changed': [/^Your password was changed$/, /Pat/],
  'order-confirmed': [/^Thank you for your order PA-/, /\$107\.19/],
  'order-changed': [/^Your order PA-.* was changed$/, /the delivery address/],
  'order-unpaid': [/PA-/, /Your bank account was closed\./],
  'order-out-of-stock': [/^Something in your order PA-.* is out of stock$/, /Classic T-Shirt, M, Sand/],
  'order-code': [/^Your code for order PA-/, /048213/],
  'order-review': [/^How do you like what you ordered\?$/, /Pat[\s\S]*\/review#hT4nWq8zR2mXcV7bLpY5dK/],
  'order-question': [/^A question about your order PA-/, /Is the photo too dark\?/],
  'question-answered': [/^The customer of order PA-.* has answered$/, /Please brighten it\./],
  'asked-order-changed': [/^The customer of order PA-.* has changed it$/, /Classic T-Shirt: artwork/],
  'order-printing': [/^Your order PA-.* is being printed$/, /PA-/],
  'order-shipped': [/^Your order PA-.* is on its way$/, /PA-/],
  'order-parcel': [/^The tracking number of your order PA-.* has changed$/, /9400/],
  'order-reprint': [/^We are sending it again: your order PA-/, /free of charge/],
  'problem-answered': [/^Our answer about your order PA-/, /We are sorry\./],
  'order-returned': [/^The parcel with your order PA-.* came back$/, /came back: the address is unknown/],
  'order-delivered': [/^Your order PA-.* has arrived$/, /PA-/],
  'order-cancelled': [/^Your order PA-.* was cancelled$/, /PA-/],
  'order-refunded': [/^Your refund for order PA-/, /\$107\.19/],
  'continue-design': [/^Continue with your artwork$/, /\/continue\?token=/],
  'artwork-ready': [/^Biscuit’s artwork is ready$/, /\/designs/],
  'owner-news': [/^New order PA-7K3M9QX2TV for \$107\.19$/, /Pat Rivera/],
  'discrepancies-found': [/^1 thing in the shop needs attention$/, /The printer does not answer\./],
  'drawing-budget': [/^\$40\.10 of today’s \$50\.00 for OpenAI are spent$/, /the built-in engine draws/],
  'account-erased': [/^Your account was deleted$/, /Pat/],
  'request-received': [/./, /./],
  'request-answered': [/^Re: A question$/, /Yes\./],
};
