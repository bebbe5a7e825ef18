import { formatDollars } from '@shop/contracts/common';
import type { DisplayedMoney } from '@shop/contracts/order';
import { getAdminMoney } from '@shop/contracts/routes';
import { api } from '@shop/web-kit';
import { Skeleton } from '@shop/web-ui';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { LoadFailure } from '../failures.js';
import { adminKeys } from '../admin-keys.js';
import { Discrepancies } from './discrepancies.js';

const moneyQuery = queryOptions({
  queryKey: adminKeys.money,
  queryFn: ({ signal }) => api.call(getAdminMoney, { signal }),
});

type Figure = readonly [label: string, value: string];

/** No figure for a value that the answer lacks. */
const toFigure = (label: string, value: string | null | undefined): readonly Figure[] =>
  value ? [[label, value]] : [];

const getFigures = ({
  received,
  refunded,
  refundsPending,
  disputed,
  lostToDisputes,
  orders,
  printFiles,
  printJobs,
}: DisplayedMoney): readonly Figure[] => [
  ...toFigure('Received', received && formatDollars(received)),
  ...toFigure('Refunded', refunded && formatDollars(refunded)),
  ...toFigure('Refunds pending', refundsPending && formatDollars(refundsPending)),
  ...toFigure('Disputed', disputed && formatDollars(disputed)),
  ...toFigure('Lost to disputes', lostToDisputes && formatDollars(lostToDisputes)),
  ...toFigure('Paid orders', orders && `${orders.paid} for ${formatDollars(orders.total)}`),
  ...toFigure(
    'Print files',
    printFiles &&
      `${printFiles.completed} of ${printFiles.required} made${printFiles.failed > 0 ? `, ${printFiles.failed} failed` : ''}`,
  ),
  ...toFigure(
    'Print jobs',
    printJobs &&
      `${printJobs.atPrinter} of ${printJobs.due} at the printer${printJobs.waiting > 0 ? `, ${printJobs.waiting} waiting` : ''}`,
  ),
];

function ReconciliationStatus({ count }: { count: number }) {
  if (count === 0) {
    return (
      <p className="flex items-center gap-2 font-semibold">
        <CircleCheck aria-hidden className="size-5 shrink-0 text-success" />
        Everything adds up.
      </p>
    );
  }
  return (
    <p role="alert" className="flex items-center gap-2 font-semibold text-destructive-text">
      <TriangleAlert aria-hidden className="size-5 shrink-0" />
      {count === 1 ? '1 difference' : `${count} differences`}
    </p>
  );
}

function MoneyDetails({ money }: { money: DisplayedMoney }) {
  return (
    <>
      <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 xl:grid-cols-4">
        {getFigures(money).map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-sm text-muted-foreground">{label}</dt>
            <dd className="font-display text-lg font-bold tabular-nums [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      {money.discrepancies.length > 0 && (
        <Discrepancies discrepancies={money.discrepancies} discrepanciesCount={money.discrepanciesCount} />
      )}
    </>
  );
}

/** Reconciliation of payments, orders and print jobs, on the dashboard. */
export function MoneyCard() {
  const { data: money, isPending, error, refetch } = useQuery(moneyQuery);
  const headingId = useId();
  return (
    <section
      aria-labelledby={headingId}
      className="mt-8 rounded-card border border-border bg-card p-6 text-card-foreground"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id={headingId} className="text-2xl font-bold">
          Money
        </h2>
        {money && money.discrepanciesCount !== null && <ReconciliationStatus count={money.discrepanciesCount} />}
      </div>
      {isPending && <Skeleton role="status" aria-label="Loading" className="mt-5 h-24" />}
      {money && <MoneyDetails money={money} />}
      {!money && error && (
        <LoadFailure error={error} missing="This shop’s server has no overview of the money." onRetry={refetch} />
      )}
    </section>
  );
}
