import { formatCents } from '@shop/contracts-common';
import type { CustomerOrder, OrderPrint, OrderQuestion } from '@shop/contracts-order';
import {
  computeAreaCoverage,
  placeArtwork,
  computePrintedPartInches,
  computePrintedSizeInches,
  type PrintArea,
} from '@shop/placement';
import { findChangeWindowEnd, isPaymentInProgress, isAwaitingBank } from '../orders/order.rules.js';
import type { ArtworkSize } from '../carts/placement.rules.js';
import type { OrderItem } from '../orders/order-item.entity.js';
import type { Order } from '../orders/order.entity.js';
import { isOutOfStock, toOrder, toParcelReturn } from '../orders/order.mapper.js';
import { FAILURE_EXCEEDS_REMAINDER } from '../payments/payment-provider.js';
import type { Refund } from '../payments/refunds.repository.js';

/** Like the designer: parts that are cut off do not count. */
function printedInches(
  area: PrintArea,
  artwork: ArtworkSize,
  { designConfig, scaleSense }: OrderItem,
): { width: number; height: number } {
  const placed = placeArtwork(area, artwork.widthPx / artwork.heightPx, designConfig, scaleSense);
  return computeAreaCoverage(area, placed).isWhole
    ? computePrintedSizeInches(placed)
    : computePrintedPartInches(area, placed);
}

function toPrintState({ printFile, printFileFailure }: OrderItem): OrderPrint['state'] {
  if (printFile) return 'ready';
  return printFileFailure === null ? 'making' : 'failed';
}

/** `artwork` null: it was erased, or its event has not arrived. */
export function toOrderPrint(
  item: OrderItem,
  artwork: ArtworkSize | null,
  offered: Pick<OrderPrint, 'choices' | 'isSold'>,
): OrderPrint {
  const area = item.print?.areaPx ?? null;
  return {
    orderItemId: item.id,
    state: toPrintState(item),
    fileUrl: item.printViewUrl,
    mockupUrl: item.mockupUrl,
    areaPx: area && { widthPx: area.widthPx, heightPx: area.heightPx },
    areaInches: area && computePrintedSizeInches(area),
    printedInches: area && artwork && printedInches(area, artwork, item),
    dpi: item.printFile?.dpi ?? null,
    product: item.print,
    ...(item.isOutOfStock && { isOutOfStock: true }),
    ...offered,
  };
}

const toRefundState = ({ refundedAt, failure }: Refund): CustomerOrder['refunds'][number]['state'] => {
  if (failure !== null) return 'failed';
  return refundedAt === null ? 'on-its-way' : 'back';
};

/** Hides a refund that failed because the money was already refunded in another way; that other refund is listed. */
const isVisible = ({ failure }: Refund): boolean => failure !== FAILURE_EXCEEDS_REMAINDER;

const toRefund = (refund: Refund): CustomerOrder['refunds'][number] => ({
  amount: formatCents(refund.amountCents),
  requestedAt: refund.requestedAt.toISOString(),
  refundedAt: refund.refundedAt?.toISOString() ?? null,
  state: toRefundState(refund),
});

interface CustomerOrderParts {
  items: readonly OrderItem[];
  refunds: readonly Refund[];
  refundSummary: CustomerOrder['refundSummary'];
  timeline: CustomerOrder['timeline'];
  prints: CustomerOrder['prints'];
  question: OrderQuestion | undefined;
  isPaymentUnderReview: boolean;
}

export const toCustomerOrder = (
  order: Order,
  { items, refunds, refundSummary, timeline, prints, question, isPaymentUnderReview }: CustomerOrderParts,
): CustomerOrder => ({
  order: toOrder(order, items),
  ...(order.paidAt && { hasReceipt: true }),
  ...(order.guestId !== null && order.status !== 'created' && { isGuestOrder: true }),
  paymentMessage: order.paymentMessage,
  ...(isAwaitingBank(order) && { isAwaitingBank: true }),
  ...(isOutOfStock(order, items) && { isOutOfStock: true }),
  ...(question && { question }),
  ...(isPaymentUnderReview && { isPaymentUnderReview }),
  isPaymentInProgress: isPaymentInProgress(order),
  changeableUntil: findChangeWindowEnd(order)?.toISOString() ?? null,
  tracking: order.tracking,
  ...toParcelReturn(order),
  refunds: refunds.filter(isVisible).map(toRefund),
  refundSummary,
  timeline,
  prints,
});
