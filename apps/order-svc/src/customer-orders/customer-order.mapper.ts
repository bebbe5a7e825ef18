import { formatCents } from '@shop/contracts/common';
import type { CustomerOrder, OrderPrint } from '@shop/contracts/order';
import { placeArtwork, PRINT_DPI } from '@shop/placement';
import { changeableUntil } from '../fulfilment/hold.rules.js';
import type { OrderItem } from '../orders/order-item.entity.js';
import type { Order } from '../orders/order.entity.js';
import { toOrder } from '../orders/order.mapper.js';
import { isPaymentAwaited, isWithBank } from '../orders/payment-status.rules.js';
import { MORE_THAN_LEFT } from '../payments/payment-refusals.js';
import type { Refund } from '../payments/refunds.repository.js';

export interface ArtworkSize {
  widthPx: number;
  heightPx: number;
}

const inches = ({ widthPx, heightPx }: ArtworkSize): { width: number; height: number } => ({ width: widthPx / PRINT_DPI, height: heightPx / PRINT_DPI });

function stateOf({ printFile, printFileFailure }: OrderItem): OrderPrint['state'] {
  if (printFile) return 'ready';
  return printFileFailure === null ? 'making' : 'failed';
}

/** `artwork` null: it was erased, or its event is on its way. */
export function toOrderPrint(item: OrderItem, artwork: ArtworkSize | null, offered: Pick<OrderPrint, 'sizes' | 'isSold'>): OrderPrint {
  const area = item.print?.areaPx ?? null;
  const placed = area && artwork && placeArtwork(area, artwork.widthPx / artwork.heightPx, item.designConfig);
  return {
    orderItemId: item.id,
    state: stateOf(item),
    fileUrl: item.printViewUrl,
    mockupUrl: item.mockupUrl,
    areaPx: area && { widthPx: area.widthPx, heightPx: area.heightPx },
    areaInches: area && inches(area),
    printedInches: placed && inches(placed),
    dpi: item.printFile?.dpi ?? null,
    product: item.print,
    ...offered,
  };
}

const refundStateOf = ({ refundedAt, failure }: Refund): CustomerOrder['refunds'][number]['state'] => {
  if (failure !== null) return 'failed';
  return refundedAt === null ? 'on-its-way' : 'back';
};

/** What had gone back another way did not fail for its customer: that other way is told. */
const isTold = ({ failure }: Refund): boolean => failure !== MORE_THAN_LEFT;

const toRefund = (refund: Refund): CustomerOrder['refunds'][number] => ({
  amount: formatCents(refund.amountCents),
  requestedAt: refund.requestedAt.toISOString(),
  refundedAt: refund.refundedAt?.toISOString() ?? null,
  state: refundStateOf(refund),
});

interface Told {
  items: readonly OrderItem[];
  refunds: readonly Refund[];
  moneyBack: CustomerOrder['moneyBack'];
  timeline: CustomerOrder['timeline'];
  prints: CustomerOrder['prints'];
}

export const toCustomerOrder = (order: Order, { items, refunds, moneyBack, timeline, prints }: Told): CustomerOrder => ({
  order: toOrder(order, items),
  paymentMessage: order.paymentMessage,
  ...(isWithBank(order) && { isWithBank: true }),
  isPaymentAwaited: isPaymentAwaited(order),
  changeableUntil: changeableUntil(order)?.toISOString() ?? null,
  tracking: order.tracking,
  refunds: refunds.filter(isTold).map(toRefund),
  moneyBack,
  timeline,
  prints,
});
