import { formatDollars } from '@shop/contracts-common';
import { type DisplayedCustomerOrder, formatInCurrency } from '@shop/contracts-order';
import { ApiError, formatCompactDateTime, formatDate, useCurrentUser, usePageTitle, QueryContent } from '@shop/web-kit';
import { Button, Card, cn, PageColumn, PageHeading, Skeleton } from '@shop/web-ui';
import { ArrowLeft, CloudOff, MailCheck } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { GiftMessage } from '../delivery/gift-message.js';
import { HolidayNotice } from '../holiday-notice.js';
import { AddToAccount } from './add-to-account.js';
import { ProblemReports, Reprints } from './after-sale.js';
import { CodeGate } from './code-gate.js';
import { AddressLines } from './delivery.js';
import { CancelOrder, ChangeAddress } from './change-order.js';
import { CorrectEmail } from './correct-email.js';
import {
  getMoneyBack,
  getOrderPhase,
  getRefundState,
  isChangeable,
  isWithinChangeWindow,
  isUnsent,
} from './order-state.js';
import type { OrderAccess } from './order.queries.js';
import { useOrderAccessKey } from './use-order-access-key.js';
import { useLiveOrder } from './use-live-order.js';
import { OrderQuestions } from './order-question.js';
import { OrderTimeline } from './order-timeline.js';
import { OrderedItems } from './ordered-items.js';
import { DownloadReceipt } from './download-receipt.js';
import { PrintReceipt } from './receipt.js';
import { ReportProblem } from './report-problem.js';
import { StateCard } from './state-card.js';
import { OrderNotFound } from './status-message.js';
import { SummaryRows } from './order-lines.js';

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

function Heading({ access, customerOrder }: Pick<Props, 'access' | 'customerOrder'>) {
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
        <div className="flex flex-wrap gap-3 max-sm:w-full">
          <DownloadReceipt access={access} customerOrder={customerOrder} className="max-sm:w-full" />
          <PrintReceipt customerOrder={customerOrder} className="max-sm:w-full" />
        </div>
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

/** Says before a change is made that it needs a code. */
function LinkNote({ customerOrder }: { customerOrder: DisplayedCustomerOrder }) {
  const { order, canChange, problems } = customerOrder;
  const phase = getOrderPhase(customerOrder);
  const hasChanges =
    isChangeable(customerOrder) || phase === 'returned' || phase === 'out-of-stock' || problems?.canReport;
  if (canChange !== false || !hasChanges) return null;
  return (
    <p className="mb-6 flex items-start gap-3 rounded-control bg-muted px-4 py-3">
      <MailCheck aria-hidden className="mt-0.5 size-5 shrink-0" />
      <span className="min-w-0 text-pretty [overflow-wrap:anywhere]">
        You opened this order by the link of an email. Before you change it here, we send a code to{' '}
        {order.email ?? 'its email address'}.
      </span>
    </p>
  );
}

type OpenDialog = 'address' | 'email' | 'cancel' | 'problem' | null;

interface ActionsProps {
  customerOrder: DisplayedCustomerOrder;
  onOpen: (dialog: OpenDialog) => void;
}

/** What the customer can do about the whole order now. */
function Actions({ customerOrder, onOpen }: ActionsProps) {
  const { order, problems } = customerOrder;
  const phase = getOrderPhase(customerOrder);
  const canCancel = phase === 'out-of-stock' || isChangeable(customerOrder);
  const canReport = problems?.canReport === true && order.items.length > 0;
  return (
    <>
      {phase === 'returned' && <Button onClick={() => onOpen('address')}>Change Address</Button>}
      {canCancel && (
        <Button variant="outline" onClick={() => onOpen('cancel')}>
          Cancel Order
        </Button>
      )}
      {canReport && (
        <Button variant="outline" onClick={() => onOpen('problem')}>
          Report a Problem
        </Button>
      )}
    </>
  );
}

/** The order page: state, items, amounts, and the changes that are still possible. */
function OrderView({ access, customerOrder, isOutOfDate }: Props) {
  const { user } = useCurrentUser();
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const { order, timeline } = customerOrder;
  const hasItems = order.items.length > 0;
  const phase = getOrderPhase(customerOrder);
  const dialogProps = { access, customerOrder, onClose: () => setOpenDialog(null) };

  return (
    <>
      <Heading access={access} customerOrder={customerOrder} />
      {isOutOfDate && <OutOfDate />}
      {isUnsent(phase) && <HolidayNotice />}
      <LinkNote customerOrder={customerOrder} />
      {user && customerOrder.isGuestOrder && <AddToAccount access={access} />}
      <StateCard
        customerOrder={customerOrder}
        isByLink={access.key !== null}
        actions={<Actions customerOrder={customerOrder} onOpen={setOpenDialog} />}
      />
      <Reprints {...customerOrder} />
      <ProblemReports {...customerOrder} />
      <OrderQuestions access={access} customerOrder={customerOrder} />
      <div className={cn('mt-8 grid items-start gap-8', hasItems && 'lg:grid-cols-[minmax(0,1fr)_22rem]')}>
        {hasItems && <OrderedItems access={access} customerOrder={customerOrder} />}
        {/* A server need not send the items; then the cards are side by side. */}
        <div className={cn('grid min-w-0 grid-cols-1 items-start gap-6', !hasItems && 'lg:grid-cols-3')}>
          <OrderTotals {...customerOrder} />
          <Card className="flex flex-col gap-3 p-6">
            <div className="flex min-h-11 items-center justify-between gap-4">
              <h2 className="font-display text-xl font-bold">Shipping Address</h2>
              {(isChangeable(customerOrder) || phase === 'returned') && (
                <Button variant="link" size="sm" aria-label="Change address" onClick={() => setOpenDialog('address')}>
                  Change
                </Button>
              )}
            </div>
            <AddressLines address={order.shippingAddress} className="text-muted-foreground" />
            {order.giftMessage && <GiftMessage message={order.giftMessage} />}
            {order.email && (
              <p className="[overflow-wrap:anywhere] text-muted-foreground">Emails about it go to {order.email}.</p>
            )}
            {isWithinChangeWindow(customerOrder) && access.key === null && (
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
      {openDialog === 'problem' && <ReportProblem {...dialogProps} />}
      {openDialog === 'cancel' && <CancelOrder {...dialogProps} />}
    </>
  );
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
          <CodeGate access={{ orderId, key }} email={customerOrder.order.email}>
            <OrderView access={{ orderId, key }} customerOrder={customerOrder} isOutOfDate={order.error !== null} />
          </CodeGate>
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
