import { type PrintQuality, QUALITY_TITLES } from '@shop/placement';
import { Button, cn } from '@shop/web-ui';
import { Check, Sparkles, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PrintableProduct } from '../../catalogue/product-choice.js';
import { type PlacementStore, usePrintDetails } from '../placement-store.js';
import { type Artwork, findSharpPlacement, formatSize, getEdgeWarning, type PrintDetails } from '../print-details.js';

const RANKS: readonly PrintQuality[] = ['poor', 'soft', 'good', 'very good', 'excellent'];
const COLORS: Record<PrintQuality, string> = {
  poor: 'bg-destructive',
  soft: 'bg-primary',
  good: 'bg-success',
  'very good': 'bg-success',
  excellent: 'bg-success',
};

/** The print quality as a word with bars. The number of bars shows it as well, so it does not depend on colour. */
export function QualityMeter({ quality, barsClassName }: { quality: PrintQuality; barsClassName?: string }) {
  const rank = RANKS.indexOf(quality);
  return (
    <span className="inline-flex items-center gap-2 font-semibold whitespace-nowrap">
      <span aria-hidden className={cn('inline-flex forced-color-adjust-none items-end gap-0.5', barsClassName)}>
        {RANKS.map((each, index) => (
          <span
            key={each}
            className={cn('w-1.5 rounded-full', index <= rank ? COLORS[quality] : 'bg-border-strong/40')}
            style={{ height: `${0.375 + index * 0.125}rem` }}
          />
        ))}
      </span>
      {QUALITY_TITLES[quality]}
    </span>
  );
}

interface Props {
  chosen: PrintableProduct | null;
  /** Null until its proportions are known. */
  artwork: Artwork | null;
  store: PlacementStore;
}

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted-foreground">{name}</dt>
    <dd className="flex min-h-7 items-center font-display text-lg leading-tight font-bold tabular-nums">{children}</dd>
  </div>
);

function SharpSizeButton({ chosen, artwork, store }: Props) {
  const findPlacement = () => chosen && artwork && findSharpPlacement(chosen, artwork, store.get());
  // Whether there is one does not depend on the position.
  const canBeSharp = findPlacement() !== null;
  if (chosen && artwork && artwork.detail && !canBeSharp)
    return (
      <p className="text-sm text-muted-foreground">
        This artwork is too small to be sharp on this product at any size.
      </p>
    );
  return (
    <Button
      variant="secondary"
      size="sm"
      disabledFocusable={!canBeSharp}
      onClick={() => store.move(findPlacement() ?? {})}
      className="max-sm:w-full"
    >
      <Sparkles aria-hidden />
      Largest sharp size
    </Button>
  );
}

function EdgeNotice({ details }: { details: PrintDetails | null }) {
  const edge = details && getEdgeWarning(details);
  const background = !details ? 'bg-muted' : edge ? 'bg-butter' : 'bg-mint';
  return (
    <p
      className={cn(
        'mt-1 mb-4 flex min-h-14 items-center gap-2.5 rounded-control px-3.5 py-2 text-sm font-semibold text-tint-foreground max-[26rem]:min-h-19',
        background,
      )}
    >
      {details &&
        (edge ? (
          <TriangleAlert aria-hidden className="size-5 shrink-0" />
        ) : (
          <Check aria-hidden className="size-5 shrink-0" />
        ))}
      {details && <span className="text-pretty">{edge ?? 'All of your artwork is printed.'}</span>}
    </p>
  );
}

/** Reserves two lines for each text, so that the layout does not shift while the artwork is moved. */
const QualityNotes = ({ details }: { details: PrintDetails | null }) => (
  <>
    <p className="mt-3 min-h-[2lh] text-pretty text-muted-foreground">{details?.qualityText}</p>
    <EdgeNotice details={details} />
  </>
);

/** As high as QualityNotes, which replaces it. */
const NothingChosen = () => (
  <p className="mt-3 mb-4 flex min-h-[calc(2lh+3.75rem)] items-center justify-center rounded-control bg-muted px-4 text-center text-balance text-muted-foreground max-[26rem]:min-h-[calc(2lh+5rem)]">
    Choose a product to see how it will be printed.
  </p>
);

/** Printed size and quality with explanations, updated when the artwork is at rest. */
export function PrintQuality(props: Props) {
  const { chosen } = props;
  const details = usePrintDetails(props.store, chosen, props.artwork);
  return (
    <section aria-labelledby="print-heading" className="rounded-card border border-border bg-card p-5 shadow-card">
      <h3 id="print-heading" className="sr-only">
        In print
      </h3>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        <Detail name="Printed size">{details ? formatSize(details.inches) : '…'}</Detail>
        <Detail name="Print quality">
          {details?.quality ? <QualityMeter quality={details.quality} /> : details?.qualityText ? 'Not rated' : '…'}
        </Detail>
      </dl>
      {chosen ? <QualityNotes details={details} /> : <NothingChosen />}
      <div className="flex min-h-11 items-center">
        <SharpSizeButton {...props} />
      </div>
    </section>
  );
}
