/**
 * Which moves of an order (D27) are told by letter. That it was paid has a letter of its own, with what was bought. An order that was
 * never paid and is cancelled, as those left alone for a day are, is told of to nobody: nothing was bought; unless its bank worked on the
 * payment, or another amount has come, for then its customer was told that we write. Nor does anybody read that a parcel has arrived of which only
 * nothing was heard.
 */
import { hasMoneyCome, type MoneyBack, type OrderStatus } from '@shop/contracts/order';

const LETTER_OF = {
  created: null,
  paid: null,
  processing: 'order-printing',
  shipped: 'order-shipped',
  delivered: 'order-delivered',
  cancelled: 'order-cancelled',
} as const satisfies Record<OrderStatus, string | null>;

interface Move {
  from: OrderStatus;
  to: OrderStatus;
  isAssumed?: boolean;
  wasWithBank?: boolean;
  moneyBack?: MoneyBack;
}

const isLeftAlone = ({ from, to, wasWithBank = false, moneyBack }: Move): boolean =>
  from === 'created' && to === 'cancelled' && !wasWithBank && !(moneyBack && hasMoneyCome(moneyBack));

export const letterOfMove = (move: Move): (typeof LETTER_OF)[OrderStatus] =>
  move.isAssumed || isLeftAlone(move) ? null : LETTER_OF[move.to];
