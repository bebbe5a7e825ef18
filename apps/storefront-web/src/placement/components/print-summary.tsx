import { TriangleAlert } from 'lucide-react';
import { getEdgeWarning, formatSize } from '../print-texts.js';
import { useLivePrintDetails } from '../use-placement.js';
import type { Artwork } from '../print-details.js';
import type { PlacementStore } from '../placement-store.js';
import type { PrintableProduct } from '../../catalogue/product-choice.js';
import { QualityMeter } from './quality-meter.js';

/** Reserves the space of the summary, so that the layout does not shift. */
export const PrintSummaryPlaceholder = () => <div className="mt-2 h-9" />;

/** Print size and quality in one line under the picture. Hidden from screen readers, which get it from PrintQuality. */
export function PrintSummary({
  chosen,
  artwork,
  store,
}: {
  chosen: PrintableProduct;
  artwork: Artwork;
  store: PlacementStore;
}) {
  const details = useLivePrintDetails(store, chosen, artwork);
  return (
    <div
      aria-hidden
      className="@container mx-auto mt-2 text-sm tabular-nums sm:max-w-[max(40dvh,28rem)] lg:max-w-[min(100%,calc(100dvh-12rem))]"
    >
      <div className="flex h-9 items-center overflow-hidden contain-strict justify-between gap-3 rounded-control border border-border bg-card px-3 py-1">
        <span className="whitespace-nowrap">
          {formatSize(details.inches)}
          {details.dpi !== null && (
            <span className="hidden text-muted-foreground @md:inline"> · {details.dpi} dpi</span>
          )}
        </span>
        <span className="inline-flex items-center gap-3">
          {getEdgeWarning(details) && (
            <span className="inline-flex items-center gap-1 whitespace-nowrap">
              <TriangleAlert className="size-4" />
              {details.edge === 'near the cut' ? (
                <span className="hidden @xs:inline">Near the edge</span>
              ) : (
                `${details.outsidePercent}%`
              )}
              {details.edge !== 'near the cut' && <span className="hidden @xs:inline">clipped</span>}
            </span>
          )}
          {details.quality && <QualityMeter quality={details.quality} barsClassName="max-sm:hidden" />}
        </span>
      </div>
    </div>
  );
}
