/** What a bulk action does with one order, and why it does not. The messages stand beside the order's number. */
import { isDomainError } from '@shop/contracts-common';
import { listParcels, type BulkRowState, type OrderStatus, type Parcels } from '@shop/contracts-order';

/** Carriers print numbers in groups. */
const normalise = (number: string): string => number.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();

export const UNKNOWN_ORDER = 'There is no order with this number.';
export const CHANGE_WINDOW_OPEN = 'Its customer may still change it. It needs to be confirmed.';
export const CUSTOMER_FORGOTTEN = 'Its customer was forgotten.';
export const HAS_NUMBER = 'It has this number already.';
const UNEXPECTED = 'Something went wrong. Please try it again.';

const START_PROBLEMS: Readonly<Record<OrderStatus, string | null>> = {
  created: 'It is not paid yet.',
  paid: null,
  processing: 'It is in processing already.',
  shipped: 'It was sent already.',
  delivered: 'It was delivered already.',
  cancelled: 'It was cancelled.',
};

/** Null: the order can be started. */
export const findStartProblem = ({ status }: { status: OrderStatus }): string | null => START_PROBLEMS[status];

interface SentOrder {
  status: OrderStatus;
  tracking: Parcels | null;
  /** When a parcel came back that was not sent again since. */
  returnedAt: Date | null;
}

/** Null: the order takes the tracking number, and becomes shipped if it is not. */
export function findTrackingProblem(
  { status, tracking, returnedAt }: SentOrder,
  { number }: { number: string },
): string | null {
  switch (status) {
    case 'created':
      return 'It is not paid yet.';
    case 'paid':
      return 'It is not in processing yet. Please start that first.';
    case 'processing':
      return null;
    case 'delivered':
    case 'cancelled':
      return START_PROBLEMS[status];
    case 'shipped': {
      const known = tracking ? listParcels(tracking) : [];
      if (known.some((parcel) => normalise(parcel.number) === normalise(number))) return HAS_NUMBER;
      if (known.length === 0 || returnedAt !== null) return null;
      return `It has the number ${known.map((parcel) => parcel.number).join(', ')}. Please correct it in the order.`;
    }
  }
}

/** Errors after which another try may succeed. */
const PASSING: ReadonlySet<string> = new Set(['ORDER_BEING_SUBMITTED', 'ORDER_ALREADY_CHANGED']);

export interface RowOutcome {
  state: Extract<BulkRowState, 'skipped' | 'failed'>;
  message: string;
}

/** Null: an error that no message explains, so that the job tries it again before it gives up. */
export function toOutcome(error: unknown): RowOutcome | null {
  if (!isDomainError(error)) return null;
  const mayPass = error.kind === 'unavailable' || PASSING.has(error.code);
  return { state: mayPass ? 'failed' : 'skipped', message: error.message };
}

export const GIVEN_UP: RowOutcome = { state: 'failed', message: UNEXPECTED };
