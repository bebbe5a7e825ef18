import type { OrderPrint } from '@shop/contracts/order';
import { printVerdict } from '@shop/placement';
import { Skeleton } from '@shop/web-ui';
import type { ReactNode } from 'react';
import { QualityMeter } from '../../placement/components/quality-meter.js';
import { formatSize, QUALITY_TEXTS } from '../../placement/print-texts.js';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted-foreground">{name}</dt>
    <dd className="font-display leading-tight font-bold tabular-nums">{children}</dd>
  </div>
);

/** Their room while the file is made: the page below stays where it is when they come. */
const DetailsSkeleton = () => (
  <div aria-hidden className="flex flex-col gap-2">
    <Skeleton className="h-11 w-full max-w-md" />
    <Skeleton className="h-5 w-3/4 max-w-sm" />
  </div>
);

/** How large and how well it is printed; what is not known yet is left out. */
export function PrintDetailsList({ state, printedInches, dpi }: Pick<OrderPrint, 'state' | 'printedInches' | 'dpi'>) {
  if (printedInches === null && dpi === null) return state === 'making' ? <DetailsSkeleton /> : null;
  const verdict = dpi === null ? null : printVerdict(dpi);
  return (
    <div className="flex flex-col gap-2">
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        {printedInches && <Fact name="Printed size">{formatSize(printedInches)}</Fact>}
        {dpi !== null && <Fact name="Resolution">{dpi} dpi</Fact>}
        {verdict && (
          <Fact name="Print quality">
            <QualityMeter verdict={verdict} />
          </Fact>
        )}
      </dl>
      {verdict && <p className="text-sm text-pretty text-muted-foreground">{QUALITY_TEXTS[verdict]}</p>}
    </div>
  );
}
