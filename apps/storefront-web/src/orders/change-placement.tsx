import {
  type DesignConfig,
  designConfigSchema,
  type DisplayedOrderItem,
  type DisplayedPrint,
} from '@shop/contracts-order';
import { getErrorMessage } from '@shop/web-kit';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { readDraft, removeDraft, saveDraft } from '../draft.js';
import { useArtworkSize } from '../mockup/use-artwork-size.js';
import { createPlacementStore } from '../placement/placement-store.js';
import { isSamePlacement } from '../placement/placement.js';
import {
  ChangeDialog,
  getTooLateMessage,
  type OrderChangeProps,
  sendItemChange,
  useOrderChange,
} from './order-change.js';
import { OrderDesigner, useOrderedProduct } from './order-designer.js';

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

interface Props extends OrderChangeProps {
  item: DisplayedOrderItem;
  artworkUrl: string;
  /** The product as it was ordered. */
  product: NonNullable<DisplayedPrint['product']>;
}

export function ChangePlacement({ access, customerOrder, onClose, item, artworkUrl, product }: Props) {
  const { store, isDirty, discardDraft } = usePlacementChange(item);
  const chosen = useOrderedProduct(item, product);
  const { size, reload } = useArtworkSize(artworkUrl);
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
      <OrderDesigner size={size} onReload={reload} chosen={chosen} store={store} />
    </ChangeDialog>
  );
}
