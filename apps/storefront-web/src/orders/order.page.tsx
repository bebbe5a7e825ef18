import { formatDollars } from '@shop/contracts/common';
import { type DisplayedCustomerOrder, formatInCurrency } from '@shop/contracts/order';
import { ApiError, formatCompactDateTime, formatDate, useCurrentUser, usePageTitle, QueryContent } from '@shop/web-kit';
import { Button, Card, cn, PageColumn, PageHeading, Skeleton } from '@shop/web-ui';
import { ArrowLeft, CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { readDraft, saveDraft } from '../draft.js';
import { AddToAccount } from './add-to-account.js';
import { AddressLines } from './delivery.js';
import { CancelOrder, ChangeAddress } from './change-order.js';
import { CorrectEmail } from './correct-email.js';
import { getMoneyBack, getOrderPhase, getRefundState, isWithinChangeWindow } from './order-state.js';
import type { OrderAccess } from './order.queries.js';
import { useLiveOrder } from './use-live-order.js';
import { OrderedItems } from './ordered-items.js';
import { PrintReceipt } from './receipt.js';
import { StateCard } from './state-card.js';
import { OrderNotFound } from './status-message.js';
import { SummaryRows } from './order-lines.js';

const LABELS: ReadonlyMap<string, string> = new Map([
  ['placed', 'Order placed'],
  ['paid', 'Payment confirmed'],
  ['changed', 'Order changed'],
  ['processing', 'Sent to print'],
  ['shipped', 'Shipped'],
  ['parcel-sent', 'Parcel on its way'],
  ['tracking-corrected', 'Tracking number corrected'],
  ['parcel-returned', 'Parcel came back'],
  ['delivered', 'Delivered'],
  ['cancelled', 'Cancelled'],
  ['refunded', 'Refunded'],
  ['refund-failed', 'Refund did not go through'],
]);

/** The history of the order, oldest first. An unknown event is displayed as its type. */
function OrderTimeline({ entries }: { entries: DisplayedCustomerOrder['timeline'] }) {
  return (
    <section aria-labelledby="timeline-heading">
      <h2 id="timeline-heading" className="mb-4 font-display text-xl font-bold">
        Timeline
      </h2>
      <ol className="flex flex-col border-l-2 border-border">
        {entries.map(({ at, type, detail }, index) => (
          <li key={index} className="relative pb-4 pl-5 last:pb-0">
            <span
              aria-hidden
              className="absolute top-2 -left-[0.4rem] size-2.5 forced-color-adjust-none rounded-full bg-primary"
            />
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-semibold">{LABELS.get(type) ?? type}</span>
              <time dateTime={at} className="text-sm text-muted-foreground tabular-nums">
                {formatCompactDateTime(at)}
              </time>
            </p>
            {detail && (
              <p className="text-sm [overflow-wrap:anywhere] text-muted-foreground first-letter:uppercase">{detail}</p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function describeRefund(refund: DisplayedCustomerOrder['refunds'][number]): string {
  const { requestedAt, refundedAt } = refund;
  switch (getRefundState(refund)) {
    case 'back':
      return `Given back, ${formatCompactDateTime(refundedAt ?? requestedAt)}`;
    case 'on-its-way':
      return `On its way, asked for ${formatCompactDateTime(requestedAt)}`;
    case 'failed':
      return `Did not go through, asked for ${formatCompactDateTime(requestedAt)}`;
  }
}

/** The amounts of the order and its refunds. */
function OrderTotals({
  order,
  refunds,
  refundSummary,
}: Pick<DisplayedCustomerOrder, 'order' | 'refunds' | 'refundSummary'>) {
  const { currency } = getMoneyBack({ order, refundSummary });
  return (
    <Card className="flex flex-col gap-5 p-6">
      <h2 className="font-display text-xl font-bold">Order Summary</h2>
      <SummaryRows
        rows={[
          { label: 'Subtotal', value: formatDollars(order.subtotal) },
          { label: 'Shipping', value: formatDollars(order.shipping) },
          { label: 'Tax', value: formatDollars(order.tax) },
        ]}
        total={{ label: 'Total', value: formatDollars(order.total) }}
      />
      {refunds.length > 0 && (
        <section aria-labelledby="refunds-heading" className="border-t border-border pt-4">
          <h3 id="refunds-heading" className="mb-2 font-bold">
            {refunds.length === 1 ? 'Refund' : 'Refunds'}
          </h3>
          <ul className="flex flex-col gap-2">
            {refunds.map((refund) => (
              <li key={refund.requestedAt} className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="text-muted-foreground">{describeRefund(refund)}</span>
                <span className="ml-auto font-semibold tabular-nums">{formatInCurrency(refund.amount, currency)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Card>
  );
}

interface Props {
  access: OrderAccess;
  customerOrder: DisplayedCustomerOrder;
  /** The last request failed. */
  isOutOfDate: boolean;
}

/** An unpaid order has no receipt. */
const RECEIPT_STATUSES: ReadonlySet<string | undefined> = new Set(['paid', 'refunded']);

function Heading({ customerOrder }: { customerOrder: DisplayedCustomerOrder }) {
  const { user } = useCurrentUser();
  const { order } = customerOrder;
  return (
    <header className="mb-8 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        {user && (
          <Link
            to="/orders"
            className="mb-2 inline-flex min-h-11 items-center gap-2 font-semibold text-primary-text underline-offset-4 hover:underline"
          >
            <ArrowLeft aria-hidden className="size-4.5" />
            My Orders
          </Link>
        )}
        <h1
          id="order-heading"
          tabIndex={-1}
          className="font-display text-3xl font-extrabold tracking-tight outline-none sm:text-5xl"
        >
          Order <span className="whitespace-nowrap">{order.orderNumber}</span>
        </h1>
        <p className="mt-2 text-lg text-muted-foreground">
          Placed on <time dateTime={order.createdAt}>{formatDate(order.createdAt)}</time>
        </p>
      </div>
      {RECEIPT_STATUSES.has(order.paymentStatus) && (
        <PrintReceipt customerOrder={customerOrder} className="max-sm:w-full" />
      )}
    </header>
  );
}

const OutOfDate = () => (
  <p
    role="status"
    className="mb-6 flex items-center gap-3 rounded-control bg-butter px-4 py-3 font-semibold text-tint-foreground"
  >
    <CloudOff aria-hidden className="size-5 shrink-0" />
    We can't reach the shop right now, so this may be out of date. We keep trying.
  </p>
);

/** The order page: state, items, amounts, and the changes that are still possible. */
function OrderView({ access, customerOrder, isOutOfDate }: Props) {
  const { user } = useCurrentUser();
  const [openDialog, setOpenDialog] = useState<'address' | 'email' | 'cancel' | null>(null);
  const { order, timeline } = customerOrder;
  const hasItems = order.items.length > 0;
  const phase = getOrderPhase(customerOrder);
  const dialogProps = { access, customerOrder, onClose: () => setOpenDialog(null) };

  return (
    <>
      <Heading customerOrder={customerOrder} />
      {isOutOfDate && <OutOfDate />}
      {user && customerOrder.isGuestOrder && <AddToAccount access={access} />}
      <StateCard
        customerOrder={customerOrder}
        isByLink={access.key !== null}
        actions={
          phase === 'returned' ? (
            <Button onClick={() => setOpenDialog('address')}>Change Address</Button>
          ) : (
            <Button variant="outline" onClick={() => setOpenDialog('cancel')}>
              Cancel Order
            </Button>
          )
        }
      />
      <div className={cn('mt-8 grid items-start gap-8', hasItems && 'lg:grid-cols-[minmax(0,1fr)_22rem]')}>
        {hasItems && <OrderedItems access={access} customerOrder={customerOrder} />}
        {/* A server need not send the items; then the cards are side by side. */}
        <div className={cn('grid min-w-0 grid-cols-1 items-start gap-6', !hasItems && 'lg:grid-cols-3')}>
          <OrderTotals {...customerOrder} />
          <Card className="flex flex-col gap-3 p-6">
            <div className="flex min-h-11 items-center justify-between gap-4">
              <h2 className="font-display text-xl font-bold">Shipping Address</h2>
              {(isWithinChangeWindow(customerOrder) || phase === 'returned') && (
                <Button variant="link" size="sm" aria-label="Change address" onClick={() => setOpenDialog('address')}>
                  Change
                </Button>
              )}
            </div>
            <AddressLines address={order.shippingAddress} className="text-muted-foreground" />
            {order.email && (
              <p className="[overflow-wrap:anywhere] text-muted-foreground">Emails about it go to {order.email}.</p>
            )}
            {phase === 'changeable' && access.key === null && (
              <Button variant="link" size="sm" className="self-start px-0" onClick={() => setOpenDialog('email')}>
                Correct email
              </Button>
            )}
          </Card>
          {timeline.length > 0 && (
            <Card className="p-6">
              <OrderTimeline entries={timeline} />
            </Card>
          )}
        </div>
      </div>
      {openDialog === 'address' && <ChangeAddress {...dialogProps} />}
      {openDialog === 'email' && <CorrectEmail {...dialogProps} />}
      {openDialog === 'cancel' && <CancelOrder {...dialogProps} />}
    </>
  );
}

const getDraftName = (orderId: string): string => `order-key:${orderId}`;
const readStoredKey = (orderId: string): string | null => readDraft(getDraftName(orderId), z.string());

/**
 * The access key from an email link, stored for this tab until sign-out. It is removed from the address bar, so that it
 * does not end up in the browser history or in screenshots; a reload still works.
 */
function useOrderAccessKey(orderId: string): string | null {
  const [query, setQuery] = useSearchParams();
  const keyInUrl = query.get('key');
  const [key, setKey] = useState(() => keyInUrl ?? readStoredKey(orderId));
  if (keyInUrl !== null && keyInUrl !== key) setKey(keyInUrl);

  useEffect(() => {
    if (keyInUrl === null) return;
    saveDraft(getDraftName(orderId), keyInUrl);
    setQuery((current) => new URLSearchParams([...current].filter(([name]) => name !== 'key')), { replace: true });
  }, [keyInUrl, orderId, setQuery]);

  return key;
}

const NOT_FOUND = 404;

/** As high as the loaded page, so that the layout does not shift. */
function OrderSkeleton() {
  return (
    <div role="status" aria-label="Loading your order">
      <Skeleton className="h-12 max-w-96" />
      <Skeleton className="mt-3 mb-8 h-7 max-w-64" />
      <Skeleton className="h-72 rounded-card" />
      <div className="mt-8 grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Skeleton className="h-96 rounded-card" />
        <Skeleton className="h-96 rounded-card" />
      </div>
    </div>
  );
}

function OrderContent({ orderId }: { orderId: string }) {
  const key = useOrderAccessKey(orderId);
  const order = useLiveOrder({ orderId, key });
  usePageTitle(order.data ? `Order ${order.data.order.orderNumber}` : 'Order');

  if (order.error instanceof ApiError && order.error.status === NOT_FOUND) return <OrderNotFound />;
  return (
    <>
      {order.error && !order.data && <PageHeading>Your Order</PageHeading>}
      <QueryContent query={order} skeleton={<OrderSkeleton />}>
        {(customerOrder) => (
          <OrderView access={{ orderId, key }} customerOrder={customerOrder} isOutOfDate={order.error !== null} />
        )}
      </QueryContent>
    </>
  );
}

export default function OrderPage() {
  const { orderId = '' } = useParams();
  return (
    <PageColumn>
      <OrderContent key={orderId} orderId={orderId} />
    </PageColumn>
  );
}
