/** What an email about an order says when an admin sends it again: the order as it is now. */
import type { EventPayload } from '@shop/contracts-common';
import { listParcels, type Order, type OrderEmailKind, type orderEmailRequested } from '@shop/contracts-order';
import type { ChangedBy, EmailProps, EmailTemplate } from '../emails/email-props.js';
import { formatArticle } from './notifications.rules.js';
import { selectCurrentChanges } from './order-changes.rules.js';

export type EmailRequest = EventPayload<typeof orderEmailRequested>;

/** Of a template about an order. Each is an OrderEmailKind, which the admins' drawer knows: see libs/contracts/order/src/order-emails.ts. */
type OrderTemplate = Exclude<
  { [Name in EmailTemplate]: EmailProps[Name] extends { order: Order } ? Name : never }[EmailTemplate],
  // About a reprint or a report, of which an order has several, or a code that its customer has sent again: not sent again from the order.
  'order-reprint' | 'problem-answered' | 'order-code'
>;

/** Null: the event lacks what the email is about. */
type PropsByKind = {
  readonly [Kind in OrderTemplate & OrderEmailKind]: (
    request: EmailRequest,
    order: Pick<EmailProps[Kind], 'order' | 'link' | 'hasAccount'>,
  ) => EmailProps[Kind] | null;
};

function getChangedBy(changes: readonly { isByAdmin: boolean }[]): ChangedBy {
  const actors = new Set(changes.map(({ isByAdmin }) => isByAdmin));
  if (actors.size > 1) return 'both';
  return actors.has(true) ? 'shop' : 'customer';
}

const PROPS_BY_KIND: PropsByKind & Record<OrderTemplate, unknown> = {
  'order-confirmed': ({ customsNotice }, props) => ({ ...props, customsNotice }),
  'order-changed': ({ order, changes = [], customsNotice }, props) => ({
    ...props,
    customsNotice,
    by: getChangedBy(changes),
    changes: selectCurrentChanges(
      changes.flatMap(({ what }) => what),
      order,
    ),
  }),
  'order-unpaid': ({ message = '' }, props) => ({ ...props, message }),
  'order-out-of-stock': ({ outOfStock = [] }, props) => ({ ...props, articles: outOfStock.map(formatArticle) }),
  'order-question': ({ question }, props) => (question === undefined ? null : { ...props, question }),
  'order-printing': (_, props) => props,
  'order-shipped': ({ tracking = null }, props) => ({ ...props, tracking }),
  'order-parcel': ({ tracking }, props) =>
    tracking ? { ...props, tracking, what: 'sent', numbers: listParcels(tracking).map(({ number }) => number) } : null,
  'order-returned': ({ reason = null }, props) => ({ ...props, reason }),
  'order-delivered': (_, props) => props,
  'order-cancelled': ({ refundSummary }, props) => ({ ...props, refundSummary }),
  'order-refunded': ({ refund }, props) => (refund && { ...props, ...refund }) || null,
};

const isKind = (kind: string): kind is OrderEmailKind => Object.hasOwn(PROPS_BY_KIND, kind);

/** Null for a kind of a newer order-svc. */
export function findRequestedEmail(
  request: EmailRequest,
): { template: OrderEmailKind; props: EmailProps[OrderEmailKind] } | null {
  const { kind, order, link, userId } = request;
  if (!isKind(kind)) return null;
  const props = PROPS_BY_KIND[kind](request, { order, link, hasAccount: userId !== null });
  return props && { template: kind, props };
}
