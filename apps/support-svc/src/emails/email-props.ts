import type { EventPayload } from '@shop/contracts-common';
import type { drawingBudgetNearlySpent } from '@shop/contracts-art';
import type { adminRightsChanged, secondFactorChanged } from '@shop/contracts-identity';
import type {
  FoundDiscrepancies,
  RefundSummary,
  Order,
  OrderLink,
  orderParcelsChanged,
  Parcels,
  Reprint,
  ShippingAddress,
} from '@shop/contracts-order';

type ParcelsChange = EventPayload<typeof orderParcelsChanged>;
type DrawingBudget = EventPayload<typeof drawingBudgetNearlySpent>;

interface OrderEmailProps {
  order: Order;
  /** Whether the recipient finds the order under My Orders. */
  hasAccount: boolean;
  /** Signed link to the order's page, which works without an account. */
  link?: OrderLink;
}

interface CustomsProps {
  /** What the recipient may have to pay at the door. */
  customsNotice?: string;
}

interface LastChangesProps {
  /** Changes of the last minutes that no email of their own names. */
  lastChanges?: readonly string[];
}

/** Who made the changes that an email names; default: the customer. */
export type ChangedBy = 'customer' | 'shop' | 'both';

/** A new order or request, for its owner: a number or subject, and who it is from. */
export interface OwnerNewsItem {
  id: string;
  title: string;
  name: string;
  /** Of an order. */
  total?: string;
}

/** The input of each email template. It is stored with the email until the email is sent. */
export interface EmailProps {
  /** Has the link that confirms the address. */
  welcome: { firstName: string | null; token: string };
  'reset-link': { firstName: string | null; token: string };
  'confirm-email': { firstName: string | null; token: string };
  'password-changed': { firstName: string | null; at: string; by: 'owner' | 'reset-link' };
  'password-guesses': { firstName: string | null };
  /** `network`: such as 203.0.113.0/24, or `unknown`. */
  'admin-sign-in': { firstName: string | null; email: string; at: string; browser: string | null; network: string };
  /** To each admin: what happened to the account with this address. */
  'admin-rights': {
    firstName: string | null;
    email: string;
    at: string;
    change: EventPayload<typeof adminRightsChanged>['change'];
    permissions: readonly string[];
    /** Address of the admin who did it; null: the account was deleted since. Absent: a command on the server did it. */
    by?: string | null;
  };
  'second-factor': {
    firstName: string | null;
    at: string;
    change: EventPayload<typeof secondFactorChanged>['change'];
    recoveryCodesLeft: number;
  };
  'signed-out': { firstName: string | null; at: string };
  'account-exists': { firstName: string | null };
  'order-confirmed': OrderEmailProps & CustomsProps;
  /**
   * All changes of a few minutes. `gatheredUntil` (ISO 8601) is the earliest time of sending; `sequence` is that of the last change's event.
   */
  'order-changed': OrderEmailProps &
    CustomsProps & {
      changes: readonly string[];
      gatheredUntil?: string;
      sequence?: number;
      by?: ChangedBy;
    };
  'order-unpaid': OrderEmailProps & { message: string };
  'order-out-of-stock': OrderEmailProps & { articles: readonly string[] };
  /** Six digits that open the changes of the order. */
  'order-code': OrderEmailProps & { code: string };
  /** Has the key of a link that opens nothing but the page for reviews. */
  'order-review': {
    order: Pick<Order, 'id' | 'orderNumber'>;
    firstName: string | null;
    products: readonly string[];
    key: string;
  };
  'order-question': OrderEmailProps & { question: string };
  /** To the shop's admins. */
  'question-answered': { orderId: string; orderNumber: string; question: string; answer: string };
  /** Items that are sent again: `requested` means that they are printed now. */
  'order-reprint': OrderEmailProps & {
    what: 'requested' | 'sent' | 'corrected' | 'returned' | 'cancelled';
    /** Why the parcel came back; null: for no known reason, or it did not. */
    reason: string | null;
    items: Reprint['items'];
    shippingAddress: ShippingAddress;
    tracking: Parcels | null;
  };
  /** `text`: what the customer reported. */
  'problem-answered': OrderEmailProps & { text: string; answer: string };
  /** To the shop's admins: a customer who was asked has changed the order. */
  'asked-order-changed': { orderId: string; orderNumber: string; changes: readonly string[] };
  'order-printing': OrderEmailProps & LastChangesProps;
  'order-shipped': OrderEmailProps & LastChangesProps & { tracking: Parcels | null };
  /** Parcels that are new, or have another number: those with these `numbers`. */
  'order-parcel': OrderEmailProps & Omit<ParcelsChange, 'order' | 'userId' | 'link'>;
  /** A parcel that came back. */
  'order-returned': OrderEmailProps & { reason: string | null };
  'order-delivered': OrderEmailProps;
  'order-cancelled': OrderEmailProps & { refundSummary?: RefundSummary };
  'order-refunded': OrderEmailProps & { amount: string; currency?: string };
  /** Opens a design on another device. It has no text of a customer, as anybody may enter any address. */
  'continue-design': { token: string };
  'artwork-ready': { petName: string | null; styleKey: string; imageUrl: string };
  'request-received': Record<string, never>;
  'request-answered': { name: string; subject: string; question: string; answer: string };
  'account-erased': { firstName: string | null };
  'discrepancies-found': FoundDiscrepancies;
  'drawing-budget': DrawingBudget;
  /** The lists may be shorter than the numbers. `period`: of a daily email. */
  'owner-news': {
    orderCount: number;
    requestCount: number;
    orders: readonly OwnerNewsItem[];
    requests: readonly OwnerNewsItem[];
    period?: string;
  };
}
export type EmailTemplate = keyof EmailProps;
