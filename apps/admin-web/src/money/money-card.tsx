import { formatDollars } from '@shop/contracts-common';
import type { DisplayedDiscrepancy, DisplayedMoney } from '@shop/contracts-order';
import { getAdminMoney, resolveDiscrepancy } from '@shop/contracts-order/routes';
import { api, getErrorMessage, toast, useSingleFlight } from '@shop/web-kit';
import { Button, Skeleton } from '@shop/web-ui';
import { Dialog, DialogContent } from '@shop/web-ui/dialog';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { adminKeys } from '../admin-keys.js';
import { ListNotice } from '../lists/list-notice.js';
import { useAdminMutation } from '../lists/use-admin-mutation.js';
import { PartFailure } from '../failures.js';
import { Permitted } from '../session/permitted.js';
import { RelativeTime } from '../relative-time.js';
import { OpenItemLink } from '../url-state.js';

/** Resolves a discrepancy once, even on a double click. Not optimistic, because money may move. */
function useDiscrepancyResolution() {
  const queryClient = useQueryClient();
  const resolution = useAdminMutation({
    list: adminKeys.money,
    mutationFn: ({ id }: DisplayedDiscrepancy) => api.call(resolveDiscrepancy, { params: { id } }),
    onSuccess: ({ message }) => toast({ title: 'Resolved', description: message }),
    onError: (error) => toast({ title: 'Not resolved', description: getErrorMessage(error), variant: 'destructive' }),
    // After an error too: another admin may have resolved it in between.
    onSettled: (_data, _error, { orderId }) =>
      Promise.all([
        ...[adminKeys.money, adminKeys.stats, adminKeys.orders].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
        orderId && queryClient.invalidateQueries({ queryKey: adminKeys.order(orderId) }),
      ]),
  });
  return { resolve: useSingleFlight(resolution), isPending: resolution.isPending };
}

type Resolution = ReturnType<typeof useDiscrepancyResolution>;

interface DialogProps {
  discrepancy: DisplayedDiscrepancy;
  resolution: Resolution;
  onClose: () => void;
}

/** Asks for confirmation before money moves. */
function ResolveDialog({ discrepancy, resolution, onClose }: DialogProps) {
  if (!discrepancy.action?.warning) return null;
  return (
    <DialogContent title={`${discrepancy.action.label}?`} description={discrepancy.action.warning}>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={onClose}>
          Leave It
        </Button>
        <Button
          variant="destructive"
          disabledFocusable={resolution.isPending}
          onClick={() => resolution.resolve(discrepancy, { onSuccess: onClose, onError: onClose })}
        >
          {resolution.isPending ? 'Resolving...' : discrepancy.action.label}
        </Button>
      </div>
    </DialogContent>
  );
}

/** The button that resolves a discrepancy, or a link when only the payment provider can resolve it. */
function ResolveAction({
  discrepancy,
  resolution,
  onConfirm,
}: {
  discrepancy: DisplayedDiscrepancy;
  resolution: Resolution;
  onConfirm: () => void;
}) {
  const { action } = discrepancy;
  if (!action) return null;
  const buttonProps = { variant: 'outline', size: 'sm', className: 'shrink-0 self-start sm:self-center' } as const;
  if (action.href) {
    return (
      <Button {...buttonProps} asChild>
        <a href={action.href} target="_blank" rel="noreferrer" aria-label={`${action.label}, opens in a new tab`}>
          {action.label}
        </a>
      </Button>
    );
  }
  return (
    <Permitted permission={action.permission}>
      <Button
        {...buttonProps}
        disabledFocusable={resolution.isPending}
        onClick={() => (action.warning ? onConfirm() : resolution.resolve(discrepancy))}
      >
        {action.label}
      </Button>
    </Permitted>
  );
}

function DiscrepancyRow({ discrepancy, resolution }: { discrepancy: DisplayedDiscrepancy; resolution: Resolution }) {
  const [isConfirming, setConfirming] = useState(false);
  const { orderId, orderNumber, message, since } = discrepancy;
  return (
    <li className="flex flex-col gap-3 border-t border-border py-4 sm:flex-row sm:items-center sm:gap-6">
      <div className="min-w-0 flex-1">
        <p className="max-w-[75ch] [overflow-wrap:anywhere]">{message}</p>
        <p className="flex min-h-7 flex-wrap items-center gap-x-3 text-sm text-muted-foreground">
          <RelativeTime at={since} />
          {orderId && (
            <OpenItemLink
              kind="order"
              id={orderId}
              className="inline-flex min-h-11 items-center font-semibold text-foreground underline underline-offset-4"
            >
              Open {orderNumber}
            </OpenItemLink>
          )}
        </p>
      </div>
      <ResolveAction discrepancy={discrepancy} resolution={resolution} onConfirm={() => setConfirming(true)} />
      <Dialog open={isConfirming} onOpenChange={setConfirming}>
        {isConfirming && (
          <ResolveDialog discrepancy={discrepancy} resolution={resolution} onClose={() => setConfirming(false)} />
        )}
      </Dialog>
    </li>
  );
}

/** Discrepancies between payments, orders and printing, each with one button that resolves it. */
function Discrepancies({
  discrepancies,
  discrepanciesCount,
}: Pick<DisplayedMoney, 'discrepancies' | 'discrepanciesCount'>) {
  const resolution = useDiscrepancyResolution();
  return (
    <>
      <ul aria-label="Differences" className="mt-5">
        {discrepancies.map((discrepancy) => (
          <DiscrepancyRow key={discrepancy.id} discrepancy={discrepancy} resolution={resolution} />
        ))}
      </ul>
      {discrepanciesCount !== null && discrepanciesCount > discrepancies.length && (
        <p className="border-t border-border pt-4 text-sm text-muted-foreground">
          The newest {discrepancies.length} of {discrepanciesCount} are shown; the next come up as these are resolved.
        </p>
      )}
    </>
  );
}

const moneyQuery = queryOptions({
  queryKey: adminKeys.money,
  queryFn: ({ signal }) => api.call(getAdminMoney, { signal }),
});

type Figure = readonly [label: string, value: string];

/** No figure for a value that the answer lacks. */
const toFigure = (label: string, value: string | false | null | undefined): readonly Figure[] =>
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
  reprints,
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
  ...toFigure(
    'Sent again',
    reprints && reprints.count > 0 && `${reprints.count}, cost ${formatDollars(reprints.costs)}`,
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

/** Reconciliation of payments, orders and printing, on the dashboard. */
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
      {money && (
        <ListNotice rows="payments and orders">
          <MoneyDetails money={money} />
        </ListNotice>
      )}
      {!money && error && (
        <PartFailure error={error} missing="This shop’s server has no overview of the money." onRetry={refetch} />
      )}
    </section>
  );
}
