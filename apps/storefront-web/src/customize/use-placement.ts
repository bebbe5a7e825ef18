import { useSyncExternalStore } from 'react';
import type { PlacementPart } from './placement.js';
import type { PlacementStore } from './placement-store.js';

/** The placement at a reader's pace. For words and numbers only: what draws it uses `store.onFrame`. */
export const usePlacement = (store: PlacementStore) => useSyncExternalStore(store.subscribe, store.get);

export const usePlacementPart = (store: PlacementStore, part: PlacementPart): number => useSyncExternalStore(store.subscribe, () => store.get()[part]);
