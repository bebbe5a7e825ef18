import type { DisplayedCustomerOrder } from '@shop/contracts-order';
import { formatCompactDateTime } from '@shop/web-kit';

const LABELS: ReadonlyMap<string, string> = new Map([
  ['placed', 'Order placed'],
  ['paid', 'Payment confirmed'],
  ['changed', 'Order changed'],
  ['question-asked', 'We asked you a question'],
  ['question-answered', 'You answered'],
  ['processing', 'Sent to print'],
  ['shipped', 'Shipped'],
  ['parcel-sent', 'Parcel on its way'],
  ['tracking-corrected', 'Tracking number corrected'],
  ['parcel-returned', 'Parcel came back'],
  ['delivered', 'Delivered'],
  ['cancelled', 'Cancelled'],
  ['refunded', 'Refunded'],
  ['refund-failed', 'Refund did not go through'],
  ['problem-reported', 'You reported a problem'],
  ['problem-answered', 'We answered your report'],
  ['reprint-requested', 'We are sending something again'],
  ['reprint-sent', 'Sent again'],
  ['reprint-delivered', 'What we sent again has arrived'],
  ['reprint-cancelled', 'Not sent again after all'],
]);

/** The history of the order, oldest first. An unknown event is displayed as its type. */
export function OrderTimeline({ entries }: { entries: DisplayedCustomerOrder['timeline'] }) {
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
