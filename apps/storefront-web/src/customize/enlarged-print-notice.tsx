import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { DrawSameLink } from '../artwork-links.js';
import type { ChosenProduct } from '../catalogue/product-choice.js';
import { artworkDetailsQuery } from '../mockup/use-artwork-size.js';
import { isSharperDrawnAgain } from '../placement/enlarged-print.rules.js';
import type { PlacementStore } from '../placement/placement-store.js';

interface Props {
  imageId: string;
  chosen: ChosenProduct;
  store: PlacementStore;
}

/** Says that a print of this size is enlarged, if an earlier version drew the artwork. */
export function EnlargedPrintNotice({ imageId, chosen, store }: Props) {
  const { data } = useQuery(artworkDetailsQuery(imageId));
  const isShown = useSyncExternalStore(
    store.subscribe,
    () => data !== undefined && isSharperDrawnAgain(data, chosen, store.get()),
  );
  if (!isShown) return null;
  return (
    <p className="rounded-control bg-butter px-4 py-2 text-pretty text-tint-foreground">
      An earlier version drew this artwork, so its print is enlarged at this size. <DrawSameLink imageId={imageId} />
    </p>
  );
}
