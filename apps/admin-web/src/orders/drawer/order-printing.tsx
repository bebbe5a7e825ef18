import type { DisplayedAdminOrderDetail, DisplayedFulfilment } from '@shop/contracts/order';
import { useSingleFlight } from '@shop/web-kit';
import { Button } from '@shop/web-ui';
import { usePrintingRetry } from '../use-order-changes.js';
import { formatTimeOfDay, getFulfilmentText } from './fulfilment-text.rules.js';
import { Section } from './section.js';

/** The problem of a print job, and a retry button while the job waits. */
function FulfilmentProblem({
  id,
  fulfilment: { state, reason, nextTryAt },
}: {
  id: string;
  fulfilment: DisplayedFulfilment;
}) {
  const retry = usePrintingRetry();
  const retryOnce = useSingleFlight(retry);
  const isWaiting = state === 'waiting';
  if (!reason && !isWaiting) return null;
  return (
    <div
      role={reason ? 'alert' : undefined}
      className={
        reason
          ? 'mt-1 grid justify-items-start gap-3 rounded-control border-2 border-destructive-text px-4 py-3'
          : 'mt-1 grid justify-items-start gap-3'
      }
    >
      {reason && <p className="[overflow-wrap:anywhere]">{reason}</p>}
      {isWaiting && nextTryAt && (
        <p className="text-sm text-muted-foreground">
          Next try: <time dateTime={nextTryAt}>{formatTimeOfDay(new Date(nextTryAt))}</time>
        </p>
      )}
      {isWaiting && (
        <Button variant="outline" disabledFocusable={retry.isPending} onClick={() => retryOnce({ id })}>
          {retry.isPending ? 'Trying...' : 'Try again'}
        </Button>
      )}
    </div>
  );
}

export function OrderPrinting({ order: { id, fulfilment } }: { order: DisplayedAdminOrderDetail }) {
  if (!fulfilment) return null;
  return (
    <Section title="Printing">
      <div className="grid gap-2">
        <p>{getFulfilmentText(fulfilment)}</p>
        <FulfilmentProblem id={id} fulfilment={fulfilment} />
      </div>
    </Section>
  );
}
