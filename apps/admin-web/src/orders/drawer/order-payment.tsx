import { zodResolver } from '@hookform/resolvers/zod';
import { formatDollars } from '@shop/contracts-common';
import { formatInCurrency, type DisplayedAdminOrderDetail, type DisplayedPayment } from '@shop/contracts-order';
import { getOrderReceipt } from '@shop/contracts-order/routes';
import { api, getErrorMessage, useIdempotencyKey, useSingleFlight } from '@shop/web-kit';
import { Button, Field, Input, StatusBadge } from '@shop/web-ui';
import { Dialog, DialogContent } from '@shop/web-ui/dialog';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Permitted } from '../../session/permitted.js';
import { RelativeTime } from '../../relative-time.js';
import { useSeenVersion } from '../../forms.js';
import { createRefundFormSchema, getRefundLabel, type RefundForm } from '../refund-form.rules.js';
import { formatProviderCode, useRefund } from '../orders.queries.js';
import { Section } from './section.js';

interface FormProps {
  order: DisplayedAdminOrderDetail;
  onClose: () => void;
}

/** A refund does not stop a reprint that the printer has. */
const isReprintPrinted = ({ reprints = [] }: DisplayedAdminOrderDetail): boolean =>
  reprints.some(({ state }) => state === 'submitting' || state === 'submitted');

function RefundFields({ order, onClose }: FormProps) {
  const { id, payment, version: newest } = order;
  const { version, handleError } = useSeenVersion(newest);
  const refund = useRefund();
  const refundOnce = useSingleFlight(refund);
  const getIdempotencyKey = useIdempotencyKey();
  const form = useForm<RefundForm>({
    resolver: zodResolver(createRefundFormSchema(payment.refundable)),
    defaultValues: { amount: payment.refundable, reason: '' },
  });
  const amount = useWatch({ control: form.control, name: 'amount' });
  const { errors } = form.formState;
  const submit = form.handleSubmit((fields) =>
    refundOnce(
      { id, version, key: getIdempotencyKey(fields), ...fields },
      { onSuccess: onClose, onError: handleError },
    ),
  );
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <Field label="Amount" hint={`At most ${formatDollars(payment.refundable)}`} error={errors.amount?.message}>
        <Input inputMode="decimal" autoComplete="off" readOnly={refund.isPending} {...form.register('amount')} />
      </Field>
      <Field label="Reason" hint="For the shop; the customer does not read it" error={errors.reason?.message}>
        <Input autoComplete="off" readOnly={refund.isPending} {...form.register('reason')} />
      </Field>
      {refund.error && (
        <p role="alert" className="text-destructive-text">
          {getErrorMessage(refund.error)}
        </p>
      )}
      <p className="text-sm text-muted-foreground">
        The order itself goes on, unless all of its money goes back before it is at the printer: then it is cancelled.
      </p>
      {isReprintPrinted(order) && (
        <p className="font-semibold">
          What is sent again is printed all the same: if it must not be sent, please cancel it first.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" disabledFocusable={refund.isPending} onClick={onClose}>
          Keep the Money
        </Button>
        <Button type="submit" variant="destructive" disabledFocusable={refund.isPending}>
          {refund.isPending ? 'Giving back...' : getRefundLabel(payment.refundable, amount)}
        </Button>
      </div>
    </form>
  );
}

/** Refunds a part of the payment, or all that is left of it. */
function OrderRefund({ order }: { order: DisplayedAdminOrderDetail }) {
  const [isOpen, setOpen] = useState(false);
  if (Number(order.payment.refundable) === 0) return null;
  return (
    <div>
      <Permitted permission="refund">
        <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
          Refund
        </Button>
      </Permitted>
      <Dialog open={isOpen} onOpenChange={setOpen}>
        {isOpen && (
          <DialogContent
            title={`Refund order ${order.orderNumber}`}
            description="The customer gets this amount back by the way it was paid, and an email that says so. It can't be undone."
          >
            <RefundFields order={order} onClose={() => setOpen(false)} />
          </DialogContent>
        )}
      </Dialog>
    </div>
  );
}

const PROVIDERS: Readonly<Record<string, string>> = { stripe: 'Stripe', sandbox: 'Sandbox' };

/** The customer's bank asks for the money back. Admins respond at the payment provider. */
function Disputes({ disputes, currency }: Pick<DisplayedPayment, 'disputes' | 'currency'>) {
  return (
    <ul aria-label="Disputes" className="mt-1 grid gap-2">
      {disputes.map(({ id, amount, reason, status, respondBy, openedAt, closedAt }) => (
        <li key={id} className="rounded-control border-2 border-destructive-text px-4 py-3">
          <div role={closedAt ? undefined : 'alert'}>
            <p className="font-semibold tabular-nums">
              {formatInCurrency(amount, currency)} disputed: {formatProviderCode(status)}
            </p>
            <p className="text-sm [overflow-wrap:anywhere] text-muted-foreground">
              {formatProviderCode(reason)} · <RelativeTime at={closedAt ?? openedAt} />
            </p>
            {respondBy && !closedAt && (
              <p className="mt-1">
                Answer at the payment provider, at the latest on{' '}
                <time dateTime={respondBy}>
                  {new Date(respondBy).toLocaleDateString('en-US', { dateStyle: 'long' })}
                </time>
                .
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

type DisplayedRefund = DisplayedPayment['refunds'][number];

const PENDING_REASONS: Readonly<Record<string, string>> = {
  processing: 'The bank works on it.',
  charge_pending: 'It goes out once the payment itself has arrived.',
  insufficient_funds: 'The balance at the payment provider is too low. Add money to it there.',
};

function getRefundState({ failure, refundedAt }: DisplayedRefund): string {
  if (failure) return `refund failed: ${formatProviderCode(failure)}`;
  return refundedAt ? 'refunded' : 'refund on its way';
}

function Refund({ refund, currency }: { refund: DisplayedRefund } & Pick<DisplayedPayment, 'currency'>) {
  const { amount, reason, requestedAt, refundedAt, pendingReason } = refund;
  return (
    <li className="rounded-control bg-muted px-4 py-3">
      <p className="font-semibold tabular-nums">
        {formatInCurrency(amount, currency)} {getRefundState(refund)}
      </p>
      {pendingReason && !refundedAt && (
        <p>{PENDING_REASONS[pendingReason] ?? `It waits: ${formatProviderCode(pendingReason)}.`}</p>
      )}
      <p className="text-sm [overflow-wrap:anywhere] text-muted-foreground">
        <bdi>{reason}</bdi> · <RelativeTime at={refundedAt ?? requestedAt} />
      </p>
    </li>
  );
}

export function OrderPayment({ order }: { order: DisplayedAdminOrderDetail }) {
  const { payment, paymentStatus, total } = order;
  return (
    <Section title="Payment">
      <div className="grid gap-2">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusBadge status={paymentStatus} />
          <span className="tabular-nums">
            {formatDollars(total)}
            {payment.provider && ` with ${PROVIDERS[payment.provider] ?? payment.provider}`}
          </span>
          {payment.paidAt && <RelativeTime at={payment.paidAt} className="text-muted-foreground" />}
        </p>
        {payment.paymentIntentId && (
          <p className="font-mono text-sm break-all text-muted-foreground">{payment.paymentIntentId}</p>
        )}
        {payment.message && paymentStatus !== 'paid' && (
          <p className="[overflow-wrap:anywhere]">Last attempt: {payment.message}</p>
        )}
        {payment.refunds.length > 0 && (
          <ul aria-label="Refunds" className="mt-1 grid gap-2">
            {payment.refunds.map((refund) => (
              <Refund key={refund.requestedAt + refund.amount} refund={refund} currency={payment.currency} />
            ))}
          </ul>
        )}
        {payment.disputes.length > 0 && <Disputes {...payment} />}
        <div className="flex flex-wrap gap-3 empty:hidden">
          {order.hasReceipt && (
            <Button asChild variant="outline" size="sm">
              <a href={api.url(getOrderReceipt, { params: { id: order.id } })} download>
                Receipt (PDF)
              </a>
            </Button>
          )}
          <OrderRefund order={order} />
        </div>
      </div>
    </Section>
  );
}
