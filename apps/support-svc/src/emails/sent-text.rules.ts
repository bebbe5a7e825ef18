import type { Order, OrderLink } from '@shop/contracts-order';
import type { EmailProps, EmailTemplate } from './email-props.js';

type OrderTemplate = {
  [Name in EmailTemplate]: EmailProps[Name] extends { order: Order } ? Name : never;
}[EmailTemplate];

/** Emails whose text admins may read. A code must never be stored. */
const STORES_TEXT: Readonly<Record<OrderTemplate, boolean>> = {
  'order-confirmed': true,
  'order-changed': true,
  'order-unpaid': true,
  'order-out-of-stock': true,
  'order-code': false,
  'order-question': true,
  'order-reprint': true,
  'problem-answered': true,
  'order-printing': true,
  'order-shipped': true,
  'order-parcel': true,
  'order-returned': true,
  'order-delivered': true,
  'order-cancelled': true,
  'order-refunded': true,
};

/** Of emails about an order only: others are about an account, a request or the shop. */
export const storesText = (template: EmailTemplate): boolean =>
  (STORES_TEXT as Readonly<Partial<Record<EmailTemplate, boolean>>>)[template] ?? false;

const HIDDEN = 'hidden';

const hasLink = (props: object): props is { link: OrderLink } => 'link' in props && props.link !== undefined;

/** The link of an order opens it without an account. */
export const hideKey = <Props extends object>(props: Props): Props =>
  hasLink(props) ? { ...props, link: { ...props.link, key: HIDDEN } } : props;

/** A person may have pasted a link with its key into a message. */
export const hideKeysInText = (text: string): string =>
  text.replace(/([?&](?:key|token)=)[^\s&#"'<>)]+/gi, `$1${HIDDEN}`);
