import { cn } from '@shop/web-ui';

interface Row {
  label: string;
  /** Display text: `$24.00`, or words. */
  value: string;
}

/** The amounts of a purchase, with an optional total at the end. */
export function SummaryRows({ rows, total, className }: { rows: readonly Row[]; total?: Row; className?: string }) {
  return (
    <dl className={cn('flex flex-col gap-2.5', className)}>
      {rows.map(({ label, value }) => (
        <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-4">
          <dt className="text-muted-foreground">{label}</dt>
          <dd className="ml-auto text-right tabular-nums">{value}</dd>
        </div>
      ))}
      {total && (
        // Screen readers announce the total as a whole when the purchase changes.
        <div
          aria-live="polite"
          aria-atomic
          className="mt-1.5 flex flex-wrap items-baseline justify-between gap-x-4 border-t-2 border-border pt-4"
        >
          <dt className="font-display text-xl font-bold">{total.label}</dt>
          <dd className="ml-auto font-display text-2xl font-bold tabular-nums">{total.value}</dd>
        </div>
      )}
    </dl>
  );
}
