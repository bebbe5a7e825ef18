import { type DisplayedAdminOrderDetail, type DisplayedAdminReprint, formatInCurrency } from '@shop/contracts-order';
import { getErrorMessage, useSingleFlight } from '@shop/web-kit';
import { Badge, type BadgeVariant, Button, FormError } from '@shop/web-ui';
import { Dialog, DialogContent } from '@shop/web-ui/dialog';
import { useState } from 'react';
import { useSeenVersion } from '../../forms.js';
import { RelativeTime } from '../../relative-time.js';
import { useReprintCancellation, useReprintRetry } from '../after-sale.queries.js';
import { formatItems, getProblemLabel, getReprintState } from '../after-sale.rules.js';
import { AddressLines } from './order-delivery.js';
import { Photos } from './photos.js';
import { SendAgain } from './reprint-form.js';
import { ReprintParcels, type ReprintProps, SentButton } from './reprint-parcels.js';
import { Section } from './section.js';

const BADGES: Readonly<Record<string, BadgeVariant>> = { shipped: 'secondary', delivered: 'default' };

function RetryButton({ orderId, reprint }: ReprintProps) {
  const retry = useReprintRetry();
  const retryOnce = useSingleFlight(retry);
  return (
    <Button
      variant="outline"
      size="sm"
      disabledFocusable={retry.isPending}
      onClick={() => retryOnce({ id: orderId, reprintId: reprint.id })}
    >
      {retry.isPending ? 'Asking...' : 'Ask the printer again'}
    </Button>
  );
}

function describeCancellation({ state, items, reportId }: DisplayedAdminReprint): string {
  if (state === 'shipped')
    return `${formatItems(items)}: settles the parcel that came back. The customer gets no email.`;
  const report = reportId ? ', and the report is open again unless it was answered' : '';
  return `${formatItems(items)}: cancelled at the printer first. The customer gets an email${report}.`;
}

function Cancellation({ orderId, version: newest, reprint, onClose }: ReprintProps & { onClose: () => void }) {
  const { version, handleError } = useSeenVersion(newest);
  const cancellation = useReprintCancellation();
  const cancelOnce = useSingleFlight(cancellation);
  return (
    <div className="grid gap-4">
      <FormError message={cancellation.error && getErrorMessage(cancellation.error)} />
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={onClose}>
          Leave It
        </Button>
        <Button
          variant="destructive"
          disabledFocusable={cancellation.isPending}
          onClick={() =>
            cancelOnce({ id: orderId, version, reprintId: reprint.id }, { onSuccess: onClose, onError: handleError })
          }
        >
          {cancellation.isPending ? 'Cancelling...' : 'Cancel It'}
        </Button>
      </div>
    </div>
  );
}

function CancelButton(props: ReprintProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        Don’t send it
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen}>
        {isOpen && (
          <DialogContent title="Don’t send it again?" description={describeCancellation(props.reprint)}>
            <Cancellation {...props} onClose={() => setOpen(false)} />
          </DialogContent>
        )}
      </Dialog>
    </>
  );
}

const isSameAddress = (
  one: DisplayedAdminReprint['shippingAddress'],
  other: DisplayedAdminReprint['shippingAddress'],
): boolean =>
  [...new Set([...Object.keys(one), ...Object.keys(other)] as (keyof typeof one)[])].every(
    (line) => (one[line] ?? '') === (other[line] ?? ''),
  );

function Reprint({ order, reprint }: { order: DisplayedAdminOrderDetail; reprint: DisplayedAdminReprint }) {
  const { state, items, reason, requestedAt, cost, externalId, note, photoUrls, problem } = reprint;
  const facts = [
    getProblemLabel(reason),
    cost && `costs ${formatInCurrency(cost.amount, cost.currency)}`,
    externalId && `printer’s number ${externalId}`,
  ].filter(Boolean);
  const actions = { orderId: order.id, version: order.version, reprint };
  return (
    <li className="grid gap-3 rounded-card bg-muted p-5 [overflow-wrap:anywhere]">
      <div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <bdi className="font-semibold">{formatItems(items)}</bdi>
          <Badge variant={BADGES[state] ?? 'outline'}>{getReprintState(reprint)}</Badge>
        </p>
        <p className="mt-1 text-sm text-muted-foreground">
          {facts.join(' · ')} · <RelativeTime at={requestedAt} />
        </p>
      </div>
      {problem && (
        <p role="alert" className="rounded-control border-2 border-destructive-text px-4 py-3">
          {problem}
        </p>
      )}
      {note && (
        <p>
          <bdi>{note}</bdi>
        </p>
      )}
      <Photos urls={photoUrls} label="Photos of the reprint" />
      {!isSameAddress(reprint.shippingAddress, order.shippingAddress) && (
        <AddressLines address={reprint.shippingAddress} />
      )}
      <ReprintParcels {...actions} />
      <div className="flex flex-wrap gap-3 empty:hidden">
        {reprint.canBeMarkedSent && state !== 'shipped' && <SentButton {...actions} />}
        {reprint.canBeRetried && <RetryButton {...actions} />}
        {reprint.canBeCancelled && <CancelButton {...actions} />}
      </div>
    </li>
  );
}

/** What is sent again, free of charge. */
export function OrderReprints({ order }: { order: DisplayedAdminOrderDetail }) {
  const { reprints = [], canBeReprinted = false } = order;
  if (reprints.length === 0 && !canBeReprinted) return null;
  return (
    <Section title="Sent again" className="grid gap-4 *:mb-0">
      {reprints.length > 0 && (
        <ul aria-label="Sent again" className="grid gap-4">
          {reprints.map((reprint) => (
            <Reprint key={reprint.id} order={order} reprint={reprint} />
          ))}
        </ul>
      )}
      <div className="empty:hidden">
        <SendAgain order={order} variant="outline" label="Send items again" isOffered={canBeReprinted} />
      </div>
    </Section>
  );
}
