import type { DisplayedDiscrepancy, DisplayedMoney } from '@shop/contracts/order';
import { resolveDiscrepancy } from '@shop/contracts/routes';
import { api, getErrorMessage, toast, useSingleFlight } from '@shop/web-kit';
import { Button } from '@shop/web-ui';
import { Dialog, DialogContent } from '@shop/web-ui/dialog';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminKeys } from '../admin-keys.js';
import { RelativeTime } from '../relative-time.js';
import { OpenItemLink } from '../url-state.js';

/** Resolves a discrepancy once, even on a double click. Not optimistic, because money may move. */
function useDiscrepancyResolution() {
  const queryClient = useQueryClient();
  const resolution = useMutation({
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
          {resolution.isPending ? 'Mending...' : discrepancy.action.label}
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
    <Button
      {...buttonProps}
      disabledFocusable={resolution.isPending}
      onClick={() => (action.warning ? onConfirm() : resolution.resolve(discrepancy))}
    >
      {action.label}
    </Button>
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

/** Discrepancies between payments, orders and print jobs, each with one button that resolves it. */
export function Discrepancies({
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
