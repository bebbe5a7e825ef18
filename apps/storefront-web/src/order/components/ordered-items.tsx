import type { DisplayedCustomerOrder, DisplayedOrderItem, DisplayedPrint } from '@shop/contracts/order';
import { Button } from '@shop/web-ui';
import { Move, PackageX, Ruler } from 'lucide-react';
import { useState, type ComponentType } from 'react';
import type { OrderAccess } from '../../placed-order/order.queries.js';
import { getOrderPhase, type OrderPhase } from '../../placed-order/order-state.js';
import { ChangePlacement } from './change-placement.js';
import { ChangeSize } from './change-size.js';
import { OrderedItem } from './ordered-item.js';

interface Props {
  access: OrderAccess;
  customerOrder: DisplayedCustomerOrder;
}

type OpenDialog = { itemId: string; what: 'placement' | 'size' } | null;

interface ActionsProps {
  item: DisplayedOrderItem;
  print: DisplayedPrint | undefined;
  onOpen: (what: 'placement' | 'size') => void;
}

/** Why the placement or size of an item cannot be changed. */
function getFixedReason({ variantSelections }: DisplayedOrderItem, print: DisplayedPrint | undefined): string | null {
  if (!print) return null;
  if (!print.product)
    return 'We don’t know the print area of this product, so its placement can’t be changed. You can still cancel the order.';
  return !print.isSold && variantSelections.size !== undefined
    ? 'This product is no longer sold, so its size stays as it was ordered. Its placement can still be changed.'
    : null;
}

function Actions({ item, print, onOpen }: ActionsProps) {
  const fixedReason = getFixedReason(item, print);
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
      {fixedReason && <p className="w-full text-sm text-pretty text-muted-foreground">{fixedReason}</p>}
    </>
  );
}

/** For an item that the printer has no more of. */
function OutOfStockActions({ item, print, onOpen }: ActionsProps) {
  if (!print?.isOutOfStock) return null;
  const hasOtherSizes = print.sizes.length > 0;
  return (
    <div className="flex w-full flex-wrap items-center gap-4 rounded-control bg-peach p-4 text-tint-foreground">
      <PackageX aria-hidden className="size-6 shrink-0" />
      <p className="min-w-0 flex-1 basis-56 text-pretty">
        <strong>Out of stock.</strong>{' '}
        {hasOtherSizes
          ? 'The printer has no more of this size.'
          : 'The printer has no more of it, and there is no other size at this price. Please cancel the order to get your money back.'}
      </p>
      {hasOtherSizes && (
        <Button
          aria-label={`Choose another size of ${item.title}`}
          onClick={() => onOpen('size')}
          className="max-sm:w-full"
        >
          <Ruler aria-hidden />
          Choose Another Size
        </Button>
      )}
    </div>
  );
}

/** An unpaid order has no prints; a cancelled order shows only prints that were finished before. */
const isPrintVisible = (phase: OrderPhase, state: DisplayedPrint['state']): boolean =>
  phase !== 'confirming' && phase !== 'unpaid' && (phase !== 'cancelled' || state === 'ready');

const ACTIONS_BY_PHASE: Partial<Record<OrderPhase, ComponentType<ActionsProps>>> = {
  changeable: Actions,
  'out-of-stock': OutOfStockActions,
};

/** The ordered items with their prints and, while they can be changed, the buttons for it. */
export function OrderedItems({ access, customerOrder }: Props) {
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const { order, prints } = customerOrder;
  const phase = getOrderPhase(customerOrder);
  const PhaseActions = ACTIONS_BY_PHASE[phase];
  const findPrint = (itemId: string) =>
    prints.find(({ orderItemId, state }) => orderItemId === itemId && isPrintVisible(phase, state));
  const item = order.items.find(({ id }) => id === openDialog?.itemId);
  const product = item && findPrint(item.id)?.product;
  const dialogProps = { access, customerOrder, onClose: () => setOpenDialog(null) };

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
                  PhaseActions && (
                    <PhaseActions
                      item={each}
                      print={print}
                      onOpen={(what) => setOpenDialog({ itemId: each.id, what })}
                    />
                  )
                }
              />
            </li>
          );
        })}
      </ul>
      {item && openDialog?.what === 'placement' && item.generatedImage && product && (
        <ChangePlacement {...dialogProps} item={item} artworkUrl={item.generatedImage.url} product={product} />
      )}
      {item && openDialog?.what === 'size' && (
        <ChangeSize
          {...dialogProps}
          item={item}
          sizes={findPrint(item.id)?.sizes ?? []}
          isOutOfStock={findPrint(item.id)?.isOutOfStock ?? false}
        />
      )}
    </section>
  );
}
