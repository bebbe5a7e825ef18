import { type Arrival, formatArrival, toDay } from '@shop/contracts-order';

/** The day of the shopper: an order is late after the last estimated one. */
const isLate = ({ until }: Arrival): boolean =>
  toDay(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone) > until;

/** The estimate of an order that has not arrived. */
export function OrderArrival({ arrival, className }: { arrival: Arrival | undefined; className?: string }) {
  if (!arrival) return null;
  return (
    <p className={className}>
      Estimated: arrives <strong className="whitespace-nowrap">{formatArrival(arrival)}</strong>.
      {isLate(arrival) && ' It is late: please write to us under Contact, with the order number.'}
    </p>
  );
}
