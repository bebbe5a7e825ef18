import { TriangleAlert } from 'lucide-react';
import { edgeSentence, sizeWritten } from '../print-words.js';
import { usePlacement } from '../use-placement.js';
import { printFacts, type Artwork } from '../print-facts.js';
import type { PlacementStore } from '../placement-store.js';
import type { ChosenProduct } from '../product-choice.js';
import { QualityMeter } from './quality-meter.js';

/** The print in one line, under the picture where the eye is; said in full by PrintQuality, so not read aloud twice. */
export function PrintStrip({ chosen, artwork, store }: { chosen: ChosenProduct; artwork: Artwork; store: PlacementStore }) {
  const facts = printFacts(chosen.printArea, artwork, usePlacement(store));
  return (
    <div aria-hidden className="@container border-t border-border bg-card text-sm tabular-nums">
      <div className="flex min-h-10 items-center justify-between gap-3 px-3 py-1 @sm:px-4">
        <span className="whitespace-nowrap">
          {sizeWritten(facts.inches)}
          {facts.dpi !== null && <span className="hidden text-muted-foreground @sm:inline"> · {facts.dpi} dpi</span>}
        </span>
        <span className="inline-flex items-center gap-3">
          {edgeSentence(facts) && (
            <span className="inline-flex items-center gap-1 whitespace-nowrap">
              <TriangleAlert className="size-4" />
              {facts.edge === 'near the cut' ? 'Near the edge' : `${facts.outsidePercent}% off`}
            </span>
          )}
          {facts.verdict && <QualityMeter verdict={facts.verdict} />}
        </span>
      </div>
    </div>
  );
}
