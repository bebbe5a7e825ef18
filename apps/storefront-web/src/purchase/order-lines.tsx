import type { OrderItem } from '@shop/contracts/order';
import { PurchaseLine } from './purchase-line.js';

/** What an order sold. */
export function OrderLines({ items }: { items: readonly OrderItem[] }) {
  return (
    <ul className="flex flex-col gap-4">
      {items.map((item) => (
        <PurchaseLine
          key={item.id}
          title={item.title}
          pictureUrl={item.mockupUrl ?? item.generatedImage?.url ?? item.imageUrl}
          selections={item.variantSelections}
          quantity={item.quantity}
          price={item.subtotal}
        />
      ))}
    </ul>
  );
}
