import type { DesignConfig } from '@shop/contracts/order';
import { useEffect, useRef, useState } from 'react';
import { isSamePlacement } from '../placement.js';
import { computePrintDetails, type Artwork } from '../print-details.js';
import { getSpokenSummary } from '../print-texts.js';
import type { PlacementStore } from '../placement-store.js';
import type { PrintableProduct } from '../../catalogue/product-choice.js';

/** What was made of a number that was typed; said first, for as long as the artwork lies as it did then. */
export interface EntryNotice {
  readonly text: string;
  readonly of: DesignConfig;
}

interface Props {
  chosen: PrintableProduct;
  artwork: Artwork;
  store: PlacementStore;
  word: EntryNotice | null;
}

/** A slider under an arrow key says its own value each time; the whole is told when it has come to rest. */
const ANNOUNCE_DELAY_MS = 700;

/** The placement for those who don't see it: told politely, once it has come to rest, and not of its own accord at first. */
export function PlacementAnnouncer({ chosen: { printArea }, artwork, store, word }: Props) {
  const [spoken, setSpoken] = useState('');
  const lastKnown = useRef<string | null>(null);
  const { aspect, widthPx, isPaintedAnew } = artwork;

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const summary = (): string => {
      const placement = store.get();
      return [
        word && isSamePlacement(word.of, placement) ? word.text : null,
        getSpokenSummary(placement, computePrintDetails(printArea, { aspect, widthPx, isPaintedAnew }, placement)),
      ]
        .filter(Boolean)
        .join(' ');
    };
    const speakLater = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const now = summary();
        if (now === lastKnown.current) return;
        lastKnown.current = now;
        setSpoken(now);
      }, ANNOUNCE_DELAY_MS);
    };
    if (lastKnown.current === null) lastKnown.current = summary();
    else speakLater();
    const leave = store.subscribe(speakLater);
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [printArea, aspect, widthPx, isPaintedAnew, store, word]);

  return (
    <p role="status" className="sr-only">
      {spoken}
    </p>
  );
}
