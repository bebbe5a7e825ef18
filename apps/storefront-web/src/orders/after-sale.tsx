import type { DisplayedCustomerOrder, DisplayedProblemReport, DisplayedReprint } from '@shop/contracts-order';
import { formatShortDate } from '@shop/web-kit';
import { Card, Picture } from '@shop/web-ui';
import { Check, PackageCheck, PackageX, RotateCw } from 'lucide-react';
import { ParcelLinks } from './delivery.js';
import { describeReport, describeReprint, findReprintReturn, formatItems, getProblemLabel } from './problem-texts.js';

const IN_PROGRESS = { icon: RotateCw, background: 'bg-lilac' };
const NOT_COMING = { icon: PackageX, background: 'bg-peach' };
const REPRINT_STYLES: Partial<Record<string, typeof IN_PROGRESS>> = {
  delivered: { icon: PackageCheck, background: 'bg-mint' },
  cancelled: NOT_COMING,
};

/** Items that are sent again, with their parcels. */
function ReprintRow({ reprint }: { reprint: DisplayedReprint }) {
  const { title, text } = describeReprint(reprint);
  const style = findReprintReturn(reprint) ? NOT_COMING : REPRINT_STYLES[reprint.state];
  const { icon: Icon, background } = style ?? IN_PROGRESS;
  return (
    <li className="flex flex-wrap items-start gap-x-5 gap-y-4 py-6 first:pt-0 last:pb-0">
      <span className={`grid size-11 shrink-0 place-items-center rounded-full text-tint-foreground ${background}`}>
        <Icon aria-hidden className="size-5.5" />
      </span>
      <div className="min-w-0 flex-1 basis-56">
        <h2 className="font-display text-xl font-bold">{title}</h2>
        <p className="mt-1 font-semibold [overflow-wrap:anywhere]">
          <bdi>{formatItems(reprint.items)}</bdi>
        </p>
        <p className="text-pretty [overflow-wrap:anywhere] text-muted-foreground">{text}</p>
      </div>
      {reprint.state === 'shipped' && (
        <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:w-full empty:hidden">
          <ParcelLinks tracking={reprint.tracking} variant="outline" />
        </div>
      )}
    </li>
  );
}

/** What the shop sends again. */
export function Reprints({ reprints = [] }: Pick<DisplayedCustomerOrder, 'reprints'>) {
  if (reprints.length === 0) return null;
  return (
    <Card className="mt-8 p-6 sm:p-8">
      <ul aria-label="Sent again" className="divide-y divide-border">
        {reprints.map((reprint) => (
          <ReprintRow key={reprint.id} reprint={reprint} />
        ))}
      </ul>
    </Card>
  );
}

function ReportPhotos({ photoUrls }: Pick<DisplayedProblemReport, 'photoUrls'>) {
  return (
    <ul aria-label="Your photos" className="mt-3 flex flex-wrap gap-2 empty:hidden">
      {photoUrls.map((url, index) => (
        <li key={url}>
          <Picture
            src={url}
            alt={`Photo ${index + 1} of the problem`}
            sizes="6rem"
            className="size-20 rounded-control border border-border bg-muted object-cover"
          />
        </li>
      ))}
    </ul>
  );
}

function ReportRow({ report }: { report: DisplayedProblemReport }) {
  const { kind, items, text, photoUrls, reportedAt, state, answer } = report;
  return (
    <li className="py-6 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold [overflow-wrap:anywhere]">
          {getProblemLabel(kind)}: <bdi>{formatItems(items)}</bdi>
        </span>
        <time dateTime={reportedAt} className="text-sm text-muted-foreground">
          {formatShortDate(reportedAt)}
        </time>
      </p>
      <p className="mt-1 [overflow-wrap:anywhere] whitespace-pre-line text-muted-foreground">
        <bdi>{text}</bdi>
      </p>
      <ReportPhotos photoUrls={photoUrls} />
      {answer === null ? (
        <p className="mt-3 flex items-start gap-2 font-semibold">
          <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-primary-text" />
          {describeReport({ state })}
        </p>
      ) : (
        <div className="mt-4 border-l-4 border-primary pl-4">
          <h3 className="text-sm text-muted-foreground">Our answer</h3>
          <p className="font-semibold [overflow-wrap:anywhere] whitespace-pre-line">
            <bdi>{answer}</bdi>
          </p>
        </div>
      )}
    </li>
  );
}

/** What the customer reported, and what the shop answered. */
export function ProblemReports({ problems }: Pick<DisplayedCustomerOrder, 'problems'>) {
  if (!problems || problems.reports.length === 0) return null;
  return (
    <Card className="mt-8 p-6 sm:p-8" role="region" aria-labelledby="reports-heading">
      <h2 id="reports-heading" className="mb-5 font-display text-xl font-bold">
        What you reported
      </h2>
      <ul className="divide-y divide-border">
        {problems.reports.map((report) => (
          <ReportRow key={report.id} report={report} />
        ))}
      </ul>
    </Card>
  );
}
