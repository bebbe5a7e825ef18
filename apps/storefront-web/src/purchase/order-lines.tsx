import type { DisplayedOrderItem, OrderItemPrint } from '@shop/contracts/order';
import { PurchaseLine } from './purchase-line.js';

interface Props {
  items: readonly DisplayedOrderItem[];
  /** The product picture and print area of an item, used until its mock-up exists. */
  getPrint?: (item: DisplayedOrderItem) => OrderItemPrint | null | undefined;
}

/** The lines of an order. */
export function OrderLines({ items, getPrint }: Props) {
  return (
    <ul className="flex flex-col gap-4">
      {items.map((item) => (
        <PurchaseLine
          key={item.id}
          title={item.title}
          mockupUrl={item.mockupUrl}
          artworkUrl={item.generatedImage?.url}
          productUrl={item.imageUrl}
          placement={item.designConfig}
          print={getPrint?.(item)}
          selections={item.variantSelections}
          quantity={item.quantity}
          price={item.subtotal}
        />
      ))}
    </ul>
  );
}
