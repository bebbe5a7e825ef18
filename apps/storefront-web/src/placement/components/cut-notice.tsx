import { Button } from '@shop/web-ui';
import { fitWhole } from '@shop/placement';
import { Maximize, TriangleAlert } from 'lucide-react';
import type { PrintableProduct } from '../../catalogue/product-choice.js';
import { type PlacementStore, usePrintDetails } from '../placement-store.js';
import { toPlacementContext } from '../placement.js';
import type { Artwork } from '../print-details.js';

interface Props {
  chosen: PrintableProduct | null;
  artwork: Artwork | null;
  store: PlacementStore;
}

/** Says what of the animal or the name would be cut off, and offers to print all of it. */
export function CutNotice({ chosen, artwork, store }: Props) {
  const warning = usePrintDetails(store, chosen, artwork)?.cutWarning;
  if (!chosen || !artwork || !warning) return null;
  return (
    <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-butter px-3.5 py-2 text-tint-foreground">
      <p className="flex min-w-0 flex-1 basis-56 items-center gap-2.5 text-sm font-semibold text-pretty">
        <TriangleAlert aria-hidden className="size-5 shrink-0" />
        {warning}
      </p>
      <Button
        variant="secondary"
        size="sm"
        className="max-sm:w-full"
        onClick={() => store.move(fitWhole(toPlacementContext(chosen, artwork.aspect), store.get()))}
      >
        <Maximize aria-hidden />
        Fit all of it
      </Button>
    </div>
  );
}
