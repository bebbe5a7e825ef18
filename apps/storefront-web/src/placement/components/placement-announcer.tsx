import type { DesignConfig } from '@shop/contracts/order';
import { useEffect, useRef, useState } from 'react';
import { isSamePlacement } from '../placement.js';
import { computePrintDetails, type Artwork } from '../print-details.js';
import { getSpokenSummary } from '../print-texts.js';
import type { PlacementStore } from '../placement-store.js';
import type { PrintableProduct } from '../../catalogue/product-choice.js';

/** The notice about a typed number; announced first, as long as the placement is unchanged. */
export interface EntryNotice {
  readonly text: string;
  readonly placement: DesignConfig;
}

interface Props {
  chosen: PrintableProduct;
  artwork: Artwork;
  store: PlacementStore;
  notice: EntryNotice | null;
}

/** A slider announces its own value at each key press; the summary follows when it rests. */
const ANNOUNCE_DELAY_MS = 700;

/** Announces the placement to screen readers once it rests; the initial placement is not announced. */
export function PlacementAnnouncer({ chosen: { printArea }, artwork, store, notice }: Props) {
  const [announcement, setAnnouncement] = useState('');
  const lastKnown = useRef<string | null>(null);
  const { aspect, widthPx, isRedrawnForPrint } = artwork;

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const getSummary = (): string => {
      const placement = store.get();
      return [
        notice && isSamePlacement(notice.placement, placement) ? notice.text : null,
        getSpokenSummary(placement, computePrintDetails(printArea, { aspect, widthPx, isRedrawnForPrint }, placement)),
      ]
        .filter(Boolean)
        .join(' ');
    };
    const announceLater = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const summary = getSummary();
        if (summary === lastKnown.current) return;
        lastKnown.current = summary;
        setAnnouncement(summary);
      }, ANNOUNCE_DELAY_MS);
    };
    if (lastKnown.current === null) lastKnown.current = getSummary();
    else announceLater();
    const unsubscribe = store.subscribe(announceLater);
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [printArea, aspect, widthPx, isRedrawnForPrint, store, notice]);

  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  );
}
