import { useSyncExternalStore } from 'react';
import type { PlacementPart } from './placement.js';
import type { PlacementStore } from './placement-store.js';
import { computePrintDetails, type Artwork, type PrintDetails } from './print-details.js';
import type { PrintableProduct } from '../catalogue/product-choice.js';

/** One number of the placement, for display. To draw the artwork, use `store.subscribeToFrames`. */
export const usePlacementPart = (store: PlacementStore, part: PlacementPart): number =>
  useSyncExternalStore(store.subscribe, () => store.get()[part]);

const getSerializedDetails =
  (store: PlacementStore, chosen: PrintableProduct | null, artwork: Artwork | null) => (): string =>
    JSON.stringify(chosen && artwork && computePrintDetails(chosen.printArea, artwork, store.get()));

/**
 * The print details of the artwork at rest; null before a product and an artwork are known. Renders only if a detail
 * changes.
 */
export const usePrintDetails = (
  store: PlacementStore,
  chosen: PrintableProduct | null,
  artwork: Artwork | null,
): PrintDetails | null =>
  JSON.parse(
    useSyncExternalStore(store.subscribe, getSerializedDetails(store, chosen, artwork)),
  ) as PrintDetails | null;

/** The print details, also updated while the artwork moves. */
export const useLivePrintDetails = (store: PlacementStore, chosen: PrintableProduct, artwork: Artwork): PrintDetails =>
  JSON.parse(useSyncExternalStore(store.subscribeLive, getSerializedDetails(store, chosen, artwork))) as PrintDetails;
