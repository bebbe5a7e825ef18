import type { DisplayedPrint } from '@shop/contracts/order';
import { ratePrintQuality } from '@shop/placement';
import { Skeleton } from '@shop/web-ui';
import type { ReactNode } from 'react';
import { QualityMeter } from '../../placement/components/quality-meter.js';
import { formatSize, QUALITY_TEXTS } from '../../placement/print-texts.js';

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted-foreground">{name}</dt>
    <dd className="font-display leading-tight font-bold tabular-nums">{children}</dd>
  </div>
);

/** Reserves the space of the details while the file is produced, so that the layout does not shift. */
const DetailsSkeleton = () => (
  <div aria-hidden className="flex flex-col gap-2">
    <Skeleton className="h-11 w-full max-w-md" />
    <Skeleton className="h-5 w-3/4 max-w-sm" />
  </div>
);

/** Printed size and print quality; unknown details are omitted. */
export function PrintDetailsList({
  state,
  printedInches,
  dpi,
}: Pick<DisplayedPrint, 'state' | 'printedInches' | 'dpi'>) {
  if (printedInches === null && dpi === null) return state === 'making' ? <DetailsSkeleton /> : null;
  const quality = dpi === null ? null : ratePrintQuality(dpi);
  return (
    <div className="flex flex-col gap-2">
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        {printedInches && <Detail name="Printed size">{formatSize(printedInches)}</Detail>}
        {dpi !== null && <Detail name="Resolution">{dpi} dpi</Detail>}
        {quality && (
          <Detail name="Print quality">
            <QualityMeter quality={quality} />
          </Detail>
        )}
      </dl>
      {quality && <p className="text-sm text-pretty text-muted-foreground">{QUALITY_TEXTS[quality]}</p>}
    </div>
  );
}
