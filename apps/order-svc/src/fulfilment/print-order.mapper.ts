import type { OrderItem } from '../orders/order-item.entity.js';
import type { PrintLine } from './print-provider.js';

/** `id`: the number of the line at the printer. */
export const toPrintLine = (
  { productId, title, variantSelections, variantIds, unitPriceCents }: OrderItem,
  { id, quantity, file }: { id: string; quantity: number; file: PrintLine['file'] },
): PrintLine => ({
  orderItemId: id,
  productId,
  title,
  selections: variantSelections,
  variantIds,
  quantity,
  unitPriceCents,
  file,
});
