import { VARIANT_TYPES } from '@shop/contracts-catalog';
import { formatDollars } from '@shop/contracts-common';
import type { DisplayedCustomerOrder, DisplayedOrderItem, DisplayedPrint } from '@shop/contracts-order';
import { Button, Card, Picture } from '@shop/web-ui';
import { ImagePlus, Move, PackageX, Ruler } from 'lucide-react';
import { useState, type ComponentType, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ArtworkLinks } from '../artwork-links.js';
import { capitalize } from '../catalogue/product-choice.js';
import { getMediaId } from '../mockup/use-artwork-size.js';
import { readChosenArtwork, withoutChosenArtwork } from '../paths.js';
import { getOrderPhase, isChangeable, type OrderPhase } from './order-state.js';
import type { OrderAccess } from './order.queries.js';
import { ChosenOptions } from './order-lines.js';
import { ChangeArtwork } from './change-artwork.js';
import { ChangeChoices, getChangeVerb, listChangeableTypes, listLabels } from './change-choices.js';
import { ChangePlacement } from './change-placement.js';
import { PrintDetailsList, PrintFile } from './print-file.js';

interface Props {
  item: DisplayedOrderItem;
  print: DisplayedPrint | undefined;
  /** Buttons that change the item; empty after the change window. */
  actions: ReactNode;
}

/** One ordered item with its mock-up and print file. */
function OrderedItem({ item, print, actions }: Props) {
  const { title, category, quantity, unitPrice, subtotal, variantSelections } = item;
  const mockupUrl = print?.mockupUrl ?? null;
  const artworkUrl = item.generatedImage?.url;
  return (
    <Card className="flex flex-col gap-5 p-5 sm:p-6">
      <div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 className="min-w-0 font-display text-xl font-bold [overflow-wrap:anywhere]">
            <bdi>{title}</bdi>
          </h3>
          <p className="ml-auto font-semibold tabular-nums">{formatDollars(subtotal)}</p>
        </div>
        <ChosenOptions selections={variantSelections} category={category} missing={item.missingChoices} />
        <p className="text-sm text-muted-foreground tabular-nums">
          Quantity: {quantity}
          {quantity > 1 && ` × ${formatDollars(unitPrice)}`}
        </p>
      </div>
      <div className="grid grid-cols-2 items-start gap-3 sm:gap-5">
        <figure>
          <Picture
            src={mockupUrl ?? artworkUrl ?? item.imageUrl}
            alt={mockupUrl ? `${title} with your artwork` : `Your artwork for ${title}`}
            sizes="(min-width: 64rem) 20rem, 50vw"
            className="aspect-square w-full rounded-control border border-border bg-muted object-contain"
          />
          <figcaption className="mt-2 text-sm text-muted-foreground">
            {mockupUrl ? 'How it will look' : 'Your artwork'}
          </figcaption>
        </figure>
        {print && <PrintFile print={print} title={title} />}
      </div>
      {print && <PrintDetailsList {...print} />}
      <ArtworkLinks imageId={getMediaId(artworkUrl)} imageUrl={artworkUrl} title={title} />
      {actions && <div className="flex flex-wrap gap-2 max-sm:*:w-full">{actions}</div>}
    </Card>
  );
}

interface OrderedItemsProps {
  access: OrderAccess;
  customerOrder: DisplayedCustomerOrder;
}

type Change = 'artwork' | 'placement' | 'choices';
/** `imageId`: the wizard has made it for this item. */
type OpenDialog = { itemId: string; what: Change; imageId?: string } | null;

/** The page may have been opened by the wizard, with a new artwork. */
function useOpenDialog() {
  const [query, setQuery] = useSearchParams();
  const [openDialog, setOpenDialog] = useState<OpenDialog>(() => {
    const chosen = readChosenArtwork(query);
    return chosen && { ...chosen, what: 'artwork' };
  });
  const close = (): void => {
    setOpenDialog(null);
    if (readChosenArtwork(query)) setQuery(withoutChosenArtwork, { replace: true });
  };
  return { openDialog, setOpenDialog, close };
}

interface ActionsProps {
  item: DisplayedOrderItem;
  print: DisplayedPrint | undefined;
  /** The shop has asked, and has no answer yet. */
  isAsked: boolean;
  onOpen: (what: Change) => void;
}

/** Why the placement or the choices of an item cannot be changed. */
function getFixedReason(item: DisplayedOrderItem, print: DisplayedPrint | undefined): string | null {
  if (!print) return null;
  if (!print.product)
    return 'We don’t know the print area of this product, so its artwork and placement can’t be changed. You can still cancel the order.';
  const labels = listLabels(
    item,
    VARIANT_TYPES.filter((type) => item.variantSelections[type] !== undefined),
  );
  return !print.isSold && labels.length > 0
    ? `This product is no longer sold, so its ${labels.join(' and ')} stay${labels.length > 1 ? '' : 's'} as it was ordered. Its placement can still be changed.`
    : null;
}

function Actions({ item, print, isAsked, onOpen }: ActionsProps) {
  const fixedReason = getFixedReason(item, print);
  const labels = listLabels(item, listChangeableTypes(item, print?.choices ?? []));
  return (
    <>
      {print?.product && (
        <Button
          // The question is mostly about what is printed.
          variant={isAsked ? 'default' : 'secondary'}
          size="sm"
          aria-label={`Change artwork of ${item.title}`}
          onClick={() => onOpen('artwork')}
        >
          <ImagePlus aria-hidden />
          Change Artwork
        </Button>
      )}
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
      {labels.length > 0 && (
        <Button
          // What was not chosen cannot be printed.
          variant={item.missingChoices ? 'default' : 'secondary'}
          size="sm"
          aria-label={`${getChangeVerb(item)} ${labels.join(' and ')} of ${item.title}`}
          onClick={() => onOpen('choices')}
        >
          <Ruler aria-hidden />
          {getChangeVerb(item)} {labels.map(capitalize).join(' and ')}
        </Button>
      )}
      {fixedReason && <p className="w-full text-sm text-pretty text-muted-foreground">{fixedReason}</p>}
    </>
  );
}

/** For an item that the printer has no more of. */
function OutOfStockActions({ item, print, onOpen }: ActionsProps) {
  if (!print?.isOutOfStock) return null;
  const labels = listLabels(item, listChangeableTypes(item, print.choices));
  return (
    <div className="flex w-full flex-wrap items-center gap-4 rounded-control bg-peach p-4 text-tint-foreground">
      <PackageX aria-hidden className="size-6 shrink-0" />
      <p className="min-w-0 flex-1 basis-56 text-pretty">
        <strong>Out of stock.</strong>{' '}
        {labels.length > 0
          ? 'The printer has no more of this choice.'
          : 'The printer has no more of it, and there is no other choice at this price. Please cancel the order to get your money back.'}
      </p>
      {labels.length > 0 && (
        <Button
          aria-label={`Choose another ${labels.join(' or ')} of ${item.title}`}
          onClick={() => onOpen('choices')}
          className="max-sm:w-full"
        >
          <Ruler aria-hidden />
          Choose Another {labels.map(capitalize).join(' or ')}
        </Button>
      )}
    </div>
  );
}

/** An unpaid order has no prints; a cancelled order shows only prints that were finished before. */
const isPrintVisible = (phase: OrderPhase, state: DisplayedPrint['state']): boolean =>
  phase !== 'confirming' && phase !== 'unpaid' && (phase !== 'cancelled' || state === 'ready');

const ACTIONS_BY_PHASE: Partial<Record<OrderPhase, ComponentType<ActionsProps>>> = {
  'out-of-stock': OutOfStockActions,
};

/** The ordered items with their prints and, while they can be changed, the buttons for it. */
export function OrderedItems({ access, customerOrder }: OrderedItemsProps) {
  const { openDialog, setOpenDialog, close } = useOpenDialog();
  const { order, prints } = customerOrder;
  const phase = getOrderPhase(customerOrder);
  const PhaseActions = isChangeable(customerOrder) ? Actions : ACTIONS_BY_PHASE[phase];
  const findPrint = (itemId: string) =>
    prints.find(({ orderItemId, state }) => orderItemId === itemId && isPrintVisible(phase, state));
  const item = order.items.find(({ id }) => id === openDialog?.itemId);
  const product = item && findPrint(item.id)?.product;
  const dialogProps = { access, customerOrder, onClose: close };

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
                      isAsked={customerOrder.question?.answer === null}
                      onOpen={(what) => setOpenDialog({ itemId: each.id, what })}
                    />
                  )
                }
              />
            </li>
          );
        })}
      </ul>
      {item && openDialog?.what === 'artwork' && product && (
        <ChangeArtwork {...dialogProps} item={item} product={product} initialImageId={openDialog.imageId ?? null} />
      )}
      {item && openDialog?.what === 'placement' && item.generatedImage && product && (
        <ChangePlacement {...dialogProps} item={item} artworkUrl={item.generatedImage.url} product={product} />
      )}
      {item && openDialog?.what === 'choices' && (
        <ChangeChoices
          {...dialogProps}
          item={item}
          choices={findPrint(item.id)?.choices ?? []}
          isOutOfStock={findPrint(item.id)?.isOutOfStock ?? false}
        />
      )}
    </section>
  );
}
