import { useSyncExternalStore } from 'react';
import type { PlacementPart } from './placement.js';
import type { PlacementStore } from './placement-store.js';
import { computePrintDetails, type Artwork, type PrintDetails } from './print-details.js';
import type { PrintableProduct } from '../catalogue/product-choice.js';

/** One number of the placement. For showing it only: what draws it uses `store.subscribeToFrames`. */
export const usePlacementPart = (store: PlacementStore, part: PlacementPart): number =>
  useSyncExternalStore(store.subscribe, () => store.get()[part]);

const getSerializedDetails =
  (store: PlacementStore, chosen: PrintableProduct | null, artwork: Artwork | null) => (): string =>
    JSON.stringify(chosen && artwork && computePrintDetails(chosen.printArea, artwork, store.get()));

/** What is said of the print where the artwork rests; null before there is a product and an artwork. Renders only where one of its words changes. */
export const usePrintDetails = (
  store: PlacementStore,
  chosen: PrintableProduct | null,
  artwork: Artwork | null,
): PrintDetails | null =>
  JSON.parse(
    useSyncExternalStore(store.subscribe, getSerializedDetails(store, chosen, artwork)),
  ) as PrintDetails | null;

/** The same while it is moved, too. */
export const useLivePrintDetails = (store: PlacementStore, chosen: PrintableProduct, artwork: Artwork): PrintDetails =>
  JSON.parse(useSyncExternalStore(store.follow, getSerializedDetails(store, chosen, artwork))) as PrintDetails;
