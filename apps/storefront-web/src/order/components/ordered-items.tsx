import type { CustomerOrder, OrderItem, OrderPrint } from '@shop/contracts/order';
import { Button } from '@shop/web-ui';
import { Move, Ruler } from 'lucide-react';
import { useState } from 'react';
import type { OrderAccess } from '../../placed-order/api/get-order.js';
import { getOrderPhase, type OrderPhase } from '../../placed-order/order-state.js';
import { ChangePlacement } from './change-placement.js';
import { ChangeSize } from './change-size.js';
import { OrderedItem } from './ordered-item.js';

interface Props {
  access: OrderAccess;
  customerOrder: CustomerOrder;
}

type Opened = { itemId: string; what: 'placement' | 'size' } | null;

interface ActionsProps {
  item: OrderItem;
  print: OrderPrint | undefined;
  onOpen: (what: 'placement' | 'size') => void;
}

/** Why something of an item on hold stays as it was ordered. */
function getFixedReason({ variantSelections }: OrderItem, print: OrderPrint | undefined): string | null {
  if (!print) return null;
  if (!print.product)
    return 'We don’t know the print area of this product, so its placement can’t be changed. You can still cancel the order.';
  return !print.isSold && variantSelections.size !== undefined
    ? 'This product is no longer sold, so its size stays as it was ordered. Its placement can still be changed.'
    : null;
}

function Actions({ item, print, onOpen }: ActionsProps) {
  const fixed = getFixedReason(item, print);
  return (
    <>
      {item.generatedImage && print?.product && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={`Change placement of ${item.title}`}
          onClick={() => onOpen('placement')}
        >
          <Move aria-hidden />
          Change Placement
        </Button>
      )}
      {(print?.sizes.length ?? 0) > 1 && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={`Change size of ${item.title}`}
          onClick={() => onOpen('size')}
        >
          <Ruler aria-hidden />
          Change Size
        </Button>
      )}
      {fixed && <p className="w-full text-sm text-pretty text-muted-foreground">{fixed}</p>}
    </>
  );
}

/** Nothing is made of an order that is not paid; of one that was cancelled there is what was made before. */
const isShown = (phase: OrderPhase, state: OrderPrint['state']): boolean =>
  phase !== 'confirming' && phase !== 'unpaid' && (phase !== 'cancelled' || state === 'ready');

/** Everything that was ordered, each with its print, and while the order is on hold the ways to change it. */
export function OrderedItems({ access, customerOrder }: Props) {
  const [opened, setOpened] = useState<Opened>(null);
  const { order, prints } = customerOrder;
  const phase = getOrderPhase(customerOrder);
  const isChangeable = phase === 'held';
  const findPrint = (itemId: string) =>
    prints.find(({ orderItemId, state }) => orderItemId === itemId && isShown(phase, state));
  const item = order.items.find(({ id }) => id === opened?.itemId);
  const product = item && findPrint(item.id)?.product;
  const changing = { access, customerOrder, onClose: () => setOpened(null) };

  return (
    <section aria-labelledby="items-heading" className="min-w-0">
      <h2 id="items-heading" className="sr-only">
        What you ordered
      </h2>
      <ul className="flex flex-col gap-6">
        {order.items.map((each) => {
          const print = findPrint(each.id);
          return (
            <li key={each.id}>
              <OrderedItem
                item={each}
                print={print}
                actions={
                  isChangeable && (
                    <Actions item={each} print={print} onOpen={(what) => setOpened({ itemId: each.id, what })} />
                  )
                }
              />
            </li>
          );
        })}
      </ul>
      {item && opened?.what === 'placement' && item.generatedImage && product && (
        <ChangePlacement {...changing} item={item} artworkUrl={item.generatedImage.url} product={product} />
      )}
      {item && opened?.what === 'size' && (
        <ChangeSize {...changing} item={item} sizes={findPrint(item.id)?.sizes ?? []} />
      )}
    </section>
  );
}
