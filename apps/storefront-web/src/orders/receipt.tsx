import { BRAND, formatDollars } from '@shop/contracts-common';
import {
  formatInCurrency,
  TAX_PERCENT,
  type DisplayedCustomerOrder,
  type DisplayedOrderItem,
} from '@shop/contracts-order';
import { formatFullDateTime } from '@shop/web-kit';
import { Button, useAppScope, type ButtonProps } from '@shop/web-ui';
import { Printer } from 'lucide-react';
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { AddressLines } from './delivery.js';
import { describePayment, getMoneyBack, getRefundState, type RefundState } from './order-state.js';

const CELL = 'border-b border-black/25 py-2 align-top';

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm font-bold">{name}</dt>
    <dd className="[overflow-wrap:anywhere]">{children}</dd>
  </div>
);

const formatOptions = ({ variantSelections, missingChoices = [] }: DisplayedOrderItem): string =>
  [...Object.values(variantSelections), ...missingChoices.map(({ label }) => `${label} not chosen`)]
    .filter(Boolean)
    .join(', ');

function Lines({ items }: { items: readonly DisplayedOrderItem[] }) {
  return (
    <table className="w-full border-collapse text-left">
      <thead>
        <tr className="border-b-2 border-black">
          <th className="py-2">Item</th>
          <th className="py-2 pl-4 text-right">Quantity</th>
          <th className="py-2 pl-4 text-right">Unit price</th>
          <th className="py-2 pl-4 text-right">Amount</th>
        </tr>
      </thead>
      <tbody className="tabular-nums">
        {items.map((item) => (
          <tr key={item.id} className="break-inside-avoid">
            <td className={`${CELL} [overflow-wrap:anywhere]`}>
              <bdi>{item.title}</bdi>
              {formatOptions(item) && (
                <span className="block text-sm">
                  <bdi>{formatOptions(item)}</bdi>
                </span>
              )}
            </td>
            <td className={`${CELL} pl-4 text-right`}>{item.quantity}</td>
            <td className={`${CELL} pl-4 text-right`}>{formatDollars(item.unitPrice)}</td>
            <td className={`${CELL} pl-4 text-right`}>{formatDollars(item.subtotal)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const AmountRow = ({ label, value, isTotal }: { label: string; value: string; isTotal?: boolean }) => (
  <div
    className={
      isTotal
        ? 'mt-1 flex justify-between gap-6 border-t-2 border-black pt-2 text-lg font-bold'
        : 'flex justify-between gap-6 py-0.5'
    }
  >
    <dt>{label}</dt>
    <dd className="tabular-nums">{value}</dd>
  </div>
);

const REFUND_LABELS: Record<RefundState, string> = {
  back: 'Refunded',
  'on-its-way': 'Refund on its way',
  failed: 'Refund that did not go through',
};

export function ReceiptTotals({
  order,
  refunds,
  refundSummary,
}: Pick<DisplayedCustomerOrder, 'order' | 'refunds' | 'refundSummary'>) {
  const { currency } = getMoneyBack({ order, refundSummary });
  return (
    <dl className="ml-auto w-80 max-w-full break-inside-avoid">
      <AmountRow label="Subtotal" value={formatDollars(order.subtotal)} />
      <AmountRow label="Shipping" value={formatDollars(order.shipping)} />
      <AmountRow label={`Tax (${TAX_PERCENT} %)`} value={formatDollars(order.tax)} />
      <AmountRow label="Total" value={formatDollars(order.total)} isTotal />
      {refunds.map((refund) => {
        const state = getRefundState(refund);
        return (
          <AmountRow
            key={refund.requestedAt}
            label={REFUND_LABELS[state]}
            value={`${state === 'failed' ? '' : '−'}${formatInCurrency(refund.amount, currency)}`}
          />
        );
      })}
    </dl>
  );
}

/** A printable receipt, black on white. app.css prints it instead of the page. */
function Receipt({ customerOrder }: { customerOrder: DisplayedCustomerOrder }) {
  const scope = useAppScope();
  const { order } = customerOrder;
  const payment = describePayment(customerOrder);
  // For app.css. Firefox has `:has` since version 121.
  useLayoutEffect(() => {
    const { documentElement } = document;
    documentElement.toggleAttribute('data-prints-receipt', true);
    return () => void documentElement.toggleAttribute('data-prints-receipt', false);
  }, []);
  return createPortal(
    <div data-receipt="" {...scope}>
      <section aria-label="Receipt" className="bg-white text-base text-black">
        <header className="mb-8 flex items-baseline justify-between gap-6 border-b-2 border-black pb-4">
          <p className="font-display text-3xl font-extrabold">{BRAND}</p>
          <p className="text-xl">Receipt</p>
        </header>
        <dl className="mb-8 grid grid-cols-2 gap-x-8 gap-y-4">
          <Detail name="Order">{order.orderNumber}</Detail>
          <Detail name="Date">{formatFullDateTime(order.createdAt)}</Detail>
          {payment && <Detail name="Payment">{payment}</Detail>}
          {order.email && <Detail name="Email">{order.email}</Detail>}
          <Detail name="Ship to">
            <AddressLines address={order.shippingAddress} />
          </Detail>
        </dl>
        <div className="mb-6">
          <Lines items={order.items} />
        </div>
        <ReceiptTotals {...customerOrder} />
        <p className="mt-10 text-sm">
          Thank you for your order. Questions? Write to us under Contact at {location.origin}, with the order number.
        </p>
      </section>
    </div>,
    document.body,
  );
}

/**
 * True while the browser prints. The state is flushed synchronously, because browsers print what is rendered when
 * `beforeprint` returns.
 */
function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);

  useEffect(() => {
    const handleBeforePrint = (): void => flushSync(() => setIsPrinting(true));
    const handleAfterPrint = (): void => setIsPrinting(false);
    window.addEventListener('beforeprint', handleBeforePrint);
    window.addEventListener('afterprint', handleAfterPrint);
    return () => {
      window.removeEventListener('beforeprint', handleBeforePrint);
      window.removeEventListener('afterprint', handleAfterPrint);
    };
  }, []);

  return isPrinting;
}

/**
 * Button that prints the receipt; disabled until the order is loaded. The browser's own print command prints the
 * receipt as well.
 */
export function PrintReceipt({
  customerOrder,
  ...buttonProps
}: { customerOrder: DisplayedCustomerOrder | undefined } & Pick<ButtonProps, 'variant' | 'size' | 'className'>) {
  const isPrinting = useIsPrinting();
  return (
    <>
      <Button variant="outline" {...buttonProps} disabled={!customerOrder} onClick={() => window.print()}>
        <Printer aria-hidden />
        Print Receipt
      </Button>
      {isPrinting && customerOrder && <Receipt customerOrder={customerOrder} />}
    </>
  );
}
