import { useSyncExternalStore } from 'react';
import type { PlacementPart } from './placement.js';
import type { PlacementStore } from './placement-store.js';
import { printFacts, type Artwork, type PrintFacts } from './print-facts.js';
import type { PrintedProduct } from '../catalogue/product-choice.js';

/** One number of the placement. For showing it only: what draws it uses `store.onFrame`. */
export const usePlacementPart = (store: PlacementStore, part: PlacementPart): number =>
  useSyncExternalStore(store.subscribe, () => store.get()[part]);

const factsOf = (store: PlacementStore, chosen: PrintedProduct | null, artwork: Artwork | null) => (): string =>
  JSON.stringify(chosen && artwork && printFacts(chosen.printArea, artwork, store.get()));

/** What is said of the print where the artwork rests; null before there is a product and an artwork. Renders only where one of its words changes. */
export const usePrintFacts = (
  store: PlacementStore,
  chosen: PrintedProduct | null,
  artwork: Artwork | null,
): PrintFacts | null =>
  JSON.parse(useSyncExternalStore(store.subscribe, factsOf(store, chosen, artwork))) as PrintFacts | null;

/** The same while it is moved, too. */
export const useLivePrintFacts = (store: PlacementStore, chosen: PrintedProduct, artwork: Artwork): PrintFacts =>
  JSON.parse(useSyncExternalStore(store.follow, factsOf(store, chosen, artwork))) as PrintFacts;
