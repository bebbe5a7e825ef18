import {
  type DesignConfig,
  designConfigSchema,
  type DisplayedOrderItem,
  type DisplayedPrint,
} from '@shop/contracts/order';
import { getErrorMessage } from '@shop/web-kit';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { PrintableProduct } from '../catalogue/product-choice.js';
import { productsQuery } from '../catalogue/products.queries.js';
import { readDraft, removeDraft, saveDraft } from '../draft.js';
import { useArtworkSize } from '../mockup/use-artwork-size.js';
import { CutNotice } from '../placement/components/cut-notice.js';
import { DesignPreview } from '../placement/components/design-preview.js';
import { PlacementPanel } from '../placement/components/placement-panel.js';
import { createPlacementStore, type PlacementStore } from '../placement/placement-store.js';
import { isSamePlacement } from '../placement/placement.js';
import { hasGround } from './line-picture.js';
import {
  ChangeDialog,
  getTooLateMessage,
  type OrderChangeProps,
  sendItemChange,
  useOrderChange,
} from './order-change.js';

const getDraftName = (itemId: string): string => `order-placement:${itemId}`;

/** The unsaved placement of an ordered item. It survives a reload until it is saved or discarded. */
function usePlacementChange({ id, designConfig }: DisplayedOrderItem) {
  const [store] = useState(() => createPlacementStore(readDraft(getDraftName(id), designConfigSchema) ?? designConfig));
  const placement = useSyncExternalStore<DesignConfig>(store.subscribe, store.get);
  const isDirty = !isSamePlacement(placement, designConfig);

  useEffect(() => {
    if (isDirty) saveDraft(getDraftName(id), placement);
    else removeDraft(getDraftName(id));
  }, [id, isDirty, placement]);

  return { store, isDirty, discardDraft: () => removeDraft(getDraftName(id)) };
}

/**
 * The product as it was ordered, so that the placement can be changed even if the catalogue has changed or is down. If
 * the catalogue still has the product, its category adds presets.
 */
function useOrderedProduct(
  { title, productId, scaleSense, variantSelections: { color } }: DisplayedOrderItem,
  ordered: NonNullable<DisplayedPrint['product']>,
): PrintableProduct {
  const category = useQuery(productsQuery).data?.find(({ id }) => id === productId)?.category;
  // The preview is laid out again for each new object, so the object must be stable.
  return useMemo(
    () => ({
      product: { title, category, overlayUrl: ordered.overlayUrl },
      color: color === undefined ? undefined : { name: color },
      pictureUrl: ordered.pictureUrl,
      pictureArea: ordered.pictureArea,
      printArea: ordered.areaPx,
      scaleSense,
      continuesGround: hasGround(ordered, scaleSense),
    }),
    [title, category, color, ordered, scaleSense],
  );
}

interface Props extends OrderChangeProps {
  item: DisplayedOrderItem;
  artworkUrl: string;
  /** The product as it was ordered. */
  product: NonNullable<DisplayedPrint['product']>;
}

/** The preview and sliders of /customize; the preview stays visible while the sliders move the artwork. */
function Designer({
  artworkUrl,
  chosen,
  store,
}: {
  artworkUrl: string;
  chosen: PrintableProduct;
  store: PlacementStore;
}) {
  const { size, reload } = useArtworkSize(artworkUrl);
  const artwork = size.state === 'ready' ? size : null;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,6fr)] lg:gap-10">
      <div className="top-19 z-20 [--preview:30dvh] -mx-4 bg-background px-4 pb-3 sm:-mx-8 sm:px-8 [@media(min-height:32rem)]:sticky lg:top-27 lg:mx-0 lg:p-0">
        <DesignPreview size={size} onReload={reload} chosen={chosen} store={store} />
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <PlacementPanel chosen={chosen} artwork={artwork} store={store} />
        <CutNotice chosen={chosen} artwork={artwork} store={store} />
      </div>
    </div>
  );
}

export function ChangePlacement({ access, customerOrder, onClose, item, artworkUrl, product }: Props) {
  const { store, isDirty, discardDraft } = usePlacementChange(item);
  const chosen = useOrderedProduct(item, product);
  const discardAndClose = (): void => {
    discardDraft();
    onClose();
  };
  const { submitChange, isPending, error } = useOrderChange<DesignConfig>({
    access,
    send: (designConfig) => sendItemChange(access, item.id, { designConfig }),
    successToast: { title: 'Placement changed', description: 'Your print file is made again.' },
    onDone: discardAndClose,
  });

  return (
    <ChangeDialog
      title="Change placement"
      description={<bdi>{item.title}</bdi>}
      shape="drawer"
      isDirty={isDirty}
      isPending={isPending}
      error={error && getErrorMessage(error)}
      tooLateMessage={getTooLateMessage(customerOrder)}
      save={{ onSave: () => submitChange(store.get()) }}
      onClose={discardAndClose}
    >
      <Designer artworkUrl={artworkUrl} chosen={chosen} store={store} />
    </ChangeDialog>
  );
}
