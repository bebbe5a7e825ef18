import { formatDollars } from '@shop/contracts/common';
import { formatInCurrency, type DisplayedAdminOrderDetail, type DisplayedPayment } from '@shop/contracts/order';
import { StatusBadge } from '@shop/web-ui';
import { RelativeTime } from '../../relative-time.js';
import { formatProviderCode } from '../provider-code.js';
import { OrderRefund } from './order-refund.js';
import { Section } from './section.js';

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
            {payment.refunds.map(({ amount, reason, requestedAt, refundedAt, failure }) => (
              <li key={requestedAt + amount} className="rounded-control bg-muted px-4 py-3">
                <p className="font-semibold tabular-nums">
                  {formatInCurrency(amount, payment.currency)}{' '}
                  {failure
                    ? `refund failed: ${formatProviderCode(failure)}`
                    : refundedAt
                      ? 'refunded'
                      : 'refund on its way'}
                </p>
                <p className="text-sm [overflow-wrap:anywhere] text-muted-foreground">
                  <bdi>{reason}</bdi> · <RelativeTime at={refundedAt ?? requestedAt} />
                </p>
              </li>
            ))}
          </ul>
        )}
        {payment.disputes.length > 0 && <Disputes {...payment} />}
        <OrderRefund order={order} />
      </div>
    </Section>
  );
}
