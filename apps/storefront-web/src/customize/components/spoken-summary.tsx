import { useEffect, useRef, useState } from 'react';
import { printFacts, type Artwork } from '../print-facts.js';
import { spokenSummary } from '../print-words.js';
import type { PlacementStore } from '../placement-store.js';
import type { ChosenProduct } from '../product-choice.js';
import { usePlacement } from '../use-placement.js';

interface Props {
  chosen: ChosenProduct;
  artwork: Artwork;
  store: PlacementStore;
  /** Said first: what was made of a number that was typed. */
  word: string | null;
}

/** A slider under an arrow key says its own value each time; the whole is told when it has come to rest. */
const SPEAKS_AFTER_MS = 700;

/** The placement for those who don't see it: told politely, once it has come to rest, and not of its own accord at first. */
export function SpokenSummary({ chosen, artwork, store, word }: Props) {
  const placement = usePlacement(store);
  const summary = [word, spokenSummary(placement, printFacts(chosen.printArea, artwork, placement))].filter(Boolean).join(' ');
  const [spoken, setSpoken] = useState('');
  const lastKnown = useRef(summary);

  useEffect(() => {
    if (lastKnown.current === summary) return;
    const timer = setTimeout(() => {
      lastKnown.current = summary;
      setSpoken(summary);
    }, SPEAKS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [summary]);

  return (
    <p role="status" className="sr-only">
      {spoken}
    </p>
  );
}
