import {
  type ChangeOrderItemRequest,
  type DesignConfig,
  designConfigSchema,
  type DisplayedOrderItem,
  type DisplayedPrint,
} from '@shop/contracts-order';
import { getErrorMessage } from '@shop/web-kit';
import { ErrorState, Skeleton } from '@shop/web-ui';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import type { PrintableProduct } from '../catalogue/product-choice.js';
import { readDraft, removeDraft, saveDraft } from '../draft.js';
import { type ArtworkSize, useArtworkSize } from '../mockup/use-artwork-size.js';
import { createPlacementStore, type PlacementStore } from '../placement/placement-store.js';
import { transferPlacement } from '../placement/transfer-placement.js';
import { ArtworkChoice, type OwnArtwork, useOwnArtworks } from './artwork-choice.js';
import {
  ChangeDialog,
  getTooLateMessage,
  type OrderChangeProps,
  sendItemChange,
  useOrderChange,
} from './order-change.js';
import { OrderDesigner, useOrderedProduct } from './order-designer.js';

const draftSchema = z.object({ imageId: z.string(), url: z.string(), placement: z.nullable(designConfigSchema) });
type Draft = z.infer<typeof draftSchema>;

const getDraftName = (itemId: string): string => `order-artwork:${itemId}`;

/** The chosen artwork; `url` null until it is found among the customer's own, `placement` null until it is placed. */
type Choice = Pick<Draft, 'imageId' | 'placement'> & { url: string | null };

interface ArtworkPlacement {
  item: DisplayedOrderItem;
  chosen: PrintableProduct;
  choice: Choice | null;
  url: string | null;
  size: ArtworkSize;
}

/**
 * The placement of the chosen artwork, once it is known what it shows: a stored one, or the place of the ordered artwork.
 * Null before.
 */
function useTransferredPlacement({ item, chosen, choice, url, size }: ArtworkPlacement): PlacementStore | null {
  const [placed, setPlaced] = useState<{ url: string; store: PlacementStore } | null>(null);
  const isKnown = size.state === 'ready' && size.originalUrl === url && size.detail !== undefined;
  if (isKnown && placed?.url !== size.originalUrl) {
    const placement = choice?.placement ?? transferPlacement(chosen, size, item.designConfig);
    setPlaced({ url: size.originalUrl, store: createPlacementStore(placement) });
  }
  return placed !== null && placed.url === url ? placed.store : null;
}

/** The draft survives a reload until it is saved or discarded. */
function useStoredDraft(itemId: string, choice: Choice | null, url: string | null, store: PlacementStore | null): void {
  useEffect(() => {
    if (!choice || url === null) return;
    const save = (): void =>
      saveDraft(getDraftName(itemId), {
        imageId: choice.imageId,
        url,
        placement: store?.get() ?? null,
      } satisfies Draft);
    save();
    return store?.subscribe(save);
  }, [itemId, choice, url, store]);
}

/** The artwork on the product as it was ordered. */
function PlacedArtwork({
  size,
  onReload,
  chosen,
  store,
}: {
  size: ArtworkSize;
  onReload: () => void;
  chosen: PrintableProduct;
  store: PlacementStore | null;
}) {
  if (size.state === 'failed')
    return (
      <ErrorState message="Your artwork can't be shown right now. Please check your connection." onRetry={onReload} />
    );
  if (!store) return <Skeleton className="h-96 rounded-card" />;
  return <OrderDesigner size={size} onReload={onReload} chosen={chosen} store={store} />;
}

interface Props extends OrderChangeProps {
  item: DisplayedOrderItem;
  /** The product as it was ordered. */
  product: NonNullable<DisplayedPrint['product']>;
  /** The wizard has just made this one. */
  initialImageId: string | null;
}

const readChoice = (itemId: string, initialImageId: string | null): Choice | null => {
  const draft = readDraft(getDraftName(itemId), draftSchema);
  if (initialImageId === null || draft?.imageId === initialImageId) return draft;
  return { imageId: initialImageId, url: null, placement: null };
};

/** Another artwork of the customer's own for an ordered item, with a preview and its placement. */
export function ChangeArtwork({ access, customerOrder, onClose, item, product, initialImageId }: Props) {
  const own = useOwnArtworks();
  const chosen = useOrderedProduct(item, product);
  const ordered = item.generatedImage?.url ?? null;
  const [choice, setChoice] = useState(() => readChoice(item.id, initialImageId));
  const url = choice && (choice.url ?? own.artworks?.find(({ imageId }) => imageId === choice.imageId)?.url ?? null);
  const isUnknown = choice !== null && url === null && own.artworks !== undefined;
  const { size, reload } = useArtworkSize(url ?? ordered ?? '');
  const store = useTransferredPlacement({ item, chosen, choice, url, size });
  useStoredDraft(item.id, choice, url, store);

  const discardAndClose = (): void => {
    removeDraft(getDraftName(item.id));
    onClose();
  };
  const handleChoose = (artwork: OwnArtwork | null): void => {
    if (!artwork) removeDraft(getDraftName(item.id));
    setChoice(artwork && { imageId: artwork.imageId, url: artwork.url, placement: null });
  };
  const { submitChange, isPending, error } = useOrderChange<ChangeOrderItemRequest & { designConfig: DesignConfig }>({
    access,
    send: (change) => sendItemChange(access, item.id, change),
    successToast: { title: 'Artwork changed', description: 'Your print file is made again.' },
    onDone: discardAndClose,
  });

  return (
    <ChangeDialog
      title="Change artwork"
      description={<bdi>{item.title}</bdi>}
      shape="drawer"
      isDirty={choice !== null}
      isIncomplete={store === null}
      isPending={isPending}
      error={error && getErrorMessage(error)}
      tooLateMessage={getTooLateMessage(customerOrder)}
      save={{
        onSave: () => choice && store && submitChange({ generatedImageId: choice.imageId, designConfig: store.get() }),
      }}
      onClose={discardAndClose}
    >
      <div className="flex flex-col gap-6">
        <ArtworkChoice
          own={own}
          ordered={ordered}
          chosenUrl={url}
          target={{ orderId: access.orderId, itemId: item.id }}
          productId={item.productId}
          isPending={isPending}
          onChoose={handleChoose}
        />
        {isUnknown && (
          <p role="alert" className="font-semibold text-destructive-text">
            We could not find your new artwork. Please choose one of these, or make it again.
          </p>
        )}
        {choice && url !== null && <PlacedArtwork size={size} onReload={reload} chosen={chosen} store={store} />}
      </div>
    </ChangeDialog>
  );
}
