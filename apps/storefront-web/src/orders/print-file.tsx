import type { DisplayedPrint } from '@shop/contracts-order';
import { ratePrintQuality } from '@shop/placement';
import { Skeleton, Spinner } from '@shop/web-ui';
import { FileX, TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { QualityMeter } from '../placement/components/print-quality.js';
import { formatInches, formatSize } from '../placement/print-details.js';

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted-foreground">{name}</dt>
    <dd className="font-display leading-tight font-bold tabular-nums">{children}</dd>
  </div>
);

/** Reserves the space of the details while the file is produced, so that the layout does not shift. */
const DetailsSkeleton = () => (
  <div aria-hidden>
    <Skeleton className="h-11 w-full max-w-md" />
  </div>
);

/**
 * Printed size and print quality; unknown details are omitted. Only the designer knows whether the style is flat, so only
 * it describes the quality.
 */
export function PrintDetailsList({
  state,
  printedInches,
  dpi,
}: Pick<DisplayedPrint, 'state' | 'printedInches' | 'dpi'>) {
  if (printedInches === null && dpi === null) return state === 'making' ? <DetailsSkeleton /> : null;
  const quality = dpi === null ? null : ratePrintQuality(dpi);
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3">
      {printedInches && <Detail name="Printed size">{formatSize(printedInches)}</Detail>}
      {quality && (
        <Detail name="Print quality">
          <QualityMeter quality={quality} />
        </Detail>
      )}
    </dl>
  );
}

/** Checkerboard behind transparent parts of the file. */
const TRANSPARENCY_GRID =
  'bg-[repeating-conic-gradient(var(--muted)_0_25%,var(--card)_0_50%)] bg-size-[1.25rem_1.25rem]';
const FRAME = 'grid aspect-square w-full place-items-center rounded-control border border-border bg-muted';
/** Fits print files of any proportions into the same square. */
const CONTAIN = 'grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] overflow-hidden';

/** Grows beyond the square in a narrow window if the text needs it. */
const Placeholder = ({ children }: { children: ReactNode }) => (
  <div className={`${FRAME} p-4 text-center text-sm text-balance text-muted-foreground`}>{children}</div>
);

/** If the picture fails to load, the text says that the file still exists. */
function FilePicture({ fileUrl, alt }: { fileUrl: string; alt: string }) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  if (fileUrl === brokenUrl) {
    return (
      <Placeholder>
        <span className="flex flex-col items-center gap-2">
          <FileX aria-hidden className="size-6" />
          Your print file is there, but it can't be shown right now.
        </span>
      </Placeholder>
    );
  }
  return (
    <div className={`${FRAME} ${CONTAIN} p-3`}>
      <img
        loading="lazy"
        src={fileUrl}
        alt={alt}
        onError={() => setBrokenUrl(fileUrl)}
        className={`max-h-full max-w-full object-contain outline-1 outline-border-strong outline-dashed ${TRANSPARENCY_GRID}`}
      />
    </div>
  );
}

/** The print file with the size of its print area, or the state of its production. */
export function PrintFile({ print, title }: { print: DisplayedPrint; title: string }) {
  const { state, fileUrl, areaInches } = print;
  if (state === 'failed') {
    return (
      <Placeholder>
        <span className="flex flex-col items-center gap-2">
          <TriangleAlert aria-hidden className="size-6" />
          The print file needs a look from us. We see to it; you need not do anything.
        </span>
      </Placeholder>
    );
  }
  if (state === 'making' || fileUrl === null) {
    return (
      <Placeholder>
        <span className="flex flex-col items-center gap-2">
          <Spinner className="size-6" />
          Making your print file…
        </span>
      </Placeholder>
    );
  }
  return (
    <figure>
      <FilePicture
        fileUrl={fileUrl}
        alt={`The print file for ${title}${areaInches ? `, ${formatInches(areaInches.width)} by ${formatInches(areaInches.height)} inches` : ''}`}
      />
      <figcaption className="mt-2 text-sm text-balance text-muted-foreground">
        Print file{areaInches && ` · ${formatSize(areaInches)}`}
      </figcaption>
    </figure>
  );
}
