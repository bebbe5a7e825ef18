import type { DisplayedOrderItem, DisplayedPrint } from '@shop/contracts-order';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PrintableProduct } from '../catalogue/product-choice.js';
import { productsQuery } from '../catalogue/products.queries.js';
import type { ArtworkSize } from '../mockup/use-artwork-size.js';
import { CutNotice } from '../placement/components/cut-notice.js';
import { DesignPreview } from '../placement/components/design-preview.js';
import { PlacementPanel } from '../placement/components/placement-panel.js';
import type { PlacementStore } from '../placement/placement-store.js';
import { hasGround } from './line-picture.js';

/**
 * The product as it was ordered, so that the placement can be changed even if the catalogue has changed or is down. If
 * the catalogue still has the product, its category adds presets.
 */
export function useOrderedProduct(
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

interface Props {
  size: ArtworkSize;
  onReload: () => void;
  chosen: PrintableProduct;
  store: PlacementStore;
}

/** The preview and sliders of /customize; the preview stays visible while the sliders move the artwork. */
export function OrderDesigner({ size, onReload, chosen, store }: Props) {
  const artwork = size.state === 'ready' ? size : null;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,6fr)] lg:gap-10">
      <div className="top-19 z-20 [--preview:30dvh] -mx-4 bg-background px-4 pb-3 sm:-mx-8 sm:px-8 [@media(min-height:32rem)]:sticky lg:top-27 lg:mx-0 lg:p-0">
        <DesignPreview size={size} onReload={onReload} chosen={chosen} store={store} />
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <PlacementPanel chosen={chosen} artwork={artwork} store={store} />
        <CutNotice chosen={chosen} artwork={artwork} store={store} />
      </div>
    </div>
  );
}
