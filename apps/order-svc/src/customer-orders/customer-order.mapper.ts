import { formatCents } from '@shop/contracts/common';
import type { CustomerOrder, OrderPrint } from '@shop/contracts/order';
import { areaCoverage, placeArtwork, printedPartInches, printedSizeInches, type PrintArea } from '@shop/placement';
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

/** As the designer says it: what is cut off doesn't count. */
function printedInches(
  area: PrintArea,
  artwork: ArtworkSize,
  placement: OrderItem['designConfig'],
): { width: number; height: number } {
  const placed = placeArtwork(area, artwork.widthPx / artwork.heightPx, placement);
  return areaCoverage(area, placed).isWhole ? printedSizeInches(placed) : printedPartInches(area, placed);
}

function stateOf({ printFile, printFileFailure }: OrderItem): OrderPrint['state'] {
  if (printFile) return 'ready';
  return printFileFailure === null ? 'making' : 'failed';
}

/** `artwork` null: it was erased, or its event is on its way. */
export function toOrderPrint(
  item: OrderItem,
  artwork: ArtworkSize | null,
  offered: Pick<OrderPrint, 'sizes' | 'isSold'>,
): OrderPrint {
  const area = item.print?.areaPx ?? null;
  return {
    orderItemId: item.id,
    state: stateOf(item),
    fileUrl: item.printViewUrl,
    mockupUrl: item.mockupUrl,
    areaPx: area && { widthPx: area.widthPx, heightPx: area.heightPx },
    areaInches: area && printedSizeInches(area),
    printedInches: area && artwork && printedInches(area, artwork, item.designConfig),
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

export const toCustomerOrder = (
  order: Order,
  { items, refunds, moneyBack, timeline, prints }: Told,
): CustomerOrder => ({
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
