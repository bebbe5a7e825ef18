import type { DisplayedAdminOrderDetail, DisplayedFulfilment } from '@shop/contracts-order';
import { formatCompactDateTime, useSingleFlight } from '@shop/web-kit';
import { Button } from '@shop/web-ui';
import { CompactTime } from '../../relative-time.js';
import { usePrintingRetry } from '../orders.queries.js';
import { Section } from './section.js';

const PRINTER_NAMES: Readonly<Record<string, string>> = {
  sandbox: 'the sandbox printer, which prints nothing',
  printful: 'Printful',
  'by-hand': 'an admin',
};

const getChangeWindowText = (dueAt: Date, now: Date): string =>
  `The customer can change or cancel it until ${formatCompactDateTime(dueAt, now)}.`;

function getReadyText(provider: DisplayedFulfilment['provider']): string {
  return provider === 'by-hand'
    ? 'Printed by hand: take the print files to the press, then move the order on.'
    : 'Goes to the printer now.';
}

function getSubmittedText({ provider, externalId }: DisplayedFulfilment): string {
  if (provider === 'by-hand') return 'Printed by hand.';
  return `With ${PRINTER_NAMES[provider] ?? provider}${provider === 'printful' && externalId ? `, order ${externalId}` : ''}.`;
}

/** One sentence for admins about the print status of an order. Problems are shown beside it. */
export function getFulfilmentText(fulfilment: DisplayedFulfilment, now = new Date()): string {
  const dueAt = new Date(fulfilment.dueAt);
  switch (fulfilment.state) {
    case 'change-window':
      return dueAt > now ? getChangeWindowText(dueAt, now) : getReadyText(fulfilment.provider);
    case 'waiting':
      return fulfilment.attempts > 0 ? 'Could not be handed to the printer yet.' : 'Waits for its print files.';
    case 'submitting':
      return 'Is being handed to the printer.';
    case 'submitted':
      return getSubmittedText(fulfilment);
    case 'cancelled':
      return 'Is not printed.';
    // A state of a newer server.
    default:
      return fulfilment.state;
  }
}

/** The problem of printing an order, and a retry button while it waits. */
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
          Next try: <CompactTime at={nextTryAt} />
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

/** The printer does not have it, and does not get it. */
const isHeldBack = ({ isOnHold, fulfilment }: DisplayedAdminOrderDetail): boolean =>
  isOnHold === true && fulfilment !== null && ['change-window', 'waiting'].includes(fulfilment.state);

export function OrderPrinting({ order }: { order: DisplayedAdminOrderDetail }) {
  const { id, fulfilment } = order;
  if (!fulfilment) return null;
  if (isHeldBack(order))
    return (
      <Section title="Printing">
        <p>Waits, because the order is on hold.</p>
      </Section>
    );
  return (
    <Section title="Printing">
      <div className="grid gap-2">
        <p>{getFulfilmentText(fulfilment)}</p>
        <FulfilmentProblem id={id} fulfilment={fulfilment} />
      </div>
    </Section>
  );
}
