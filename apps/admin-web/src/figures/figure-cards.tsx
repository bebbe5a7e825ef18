import type { DisplayedFigures } from '@shop/contracts-order';
import { Card } from '@shop/web-ui';
import { describeChange, formatAmount, toCents } from './change.rules.js';

type Sales = DisplayedFigures['total'];

interface Figure {
  label: string;
  /** What it counts, in one sentence. */
  meaning: (now: Sales) => string;
  value: (sales: Sales) => string;
  change: (now: Sales, before: Sales) => string;
}

const toNumber = (sum: string | null): number | null => (sum === null ? null : toCents(sum));

const FIGURES: readonly Figure[] = [
  {
    label: 'Orders',
    meaning: () => 'Orders that were paid on these days, also if they were refunded later.',
    value: ({ orders }) => String(orders),
    change: (now, before) => describeChange(now.orders, before.orders, { name: 'orders', isMoney: false }),
  },
  {
    label: 'Revenue',
    meaning: ({ received, lostToDisputes }) =>
      `${formatAmount(received)} received, less refunds${
        toCents(lostToDisputes) === 0 ? ' and lost disputes' : ` and ${formatAmount(lostToDisputes)} in lost disputes`
      } of these days.`,
    value: ({ revenue }) => formatAmount(revenue),
    change: (now, before) =>
      describeChange(toCents(now.revenue), toCents(before.revenue), { name: 'revenue', isMoney: true }),
  },
  {
    label: 'Refunds',
    meaning: () => 'Money that went back on these days, also for orders of earlier days.',
    value: ({ refunded }) => formatAmount(refunded),
    change: (now, before) =>
      describeChange(toCents(now.refunded), toCents(before.refunded), { name: 'refunds', isMoney: true }),
  },
  {
    label: 'Average order',
    meaning: () => 'The totals of the orders, with shipping and tax, divided by their number.',
    value: ({ averageOrder }) => (averageOrder === null ? '–' : formatAmount(averageOrder)),
    change: (now, before) =>
      describeChange(toNumber(now.averageOrder), toNumber(before.averageOrder), { name: 'orders', isMoney: true }),
  },
  {
    label: 'Declined payments',
    meaning: () => 'Attempts that the bank or the payment provider declined; an order may have several.',
    value: ({ declinedPayments }) => String(declinedPayments),
    change: (now, before) =>
      describeChange(now.declinedPayments, before.declinedPayments, { name: 'declined payments', isMoney: false }),
  },
];

/** The totals of the range, each with its difference from the days before. */
export function FigureCards({ total, before }: { total: Sales; before: Sales }) {
  return (
    <ul aria-label="Totals" className="grid gap-4 sm:grid-cols-2 xl:grid-cols-5">
      {FIGURES.map(({ label, meaning, value, change }) => (
        <li key={label} className="grid">
          <Card className="flex flex-col gap-2 p-5">
            <h2 className="font-sans text-base font-semibold text-muted-foreground">{label}</h2>
            <p className="font-display text-2xl leading-none font-extrabold tracking-tight tabular-nums [overflow-wrap:anywhere]">
              {value(total)}
            </p>
            <p className="text-sm font-semibold text-pretty">{change(total, before)}</p>
            <p className="mt-auto pt-1 text-sm text-pretty text-muted-foreground">{meaning(total)}</p>
          </Card>
        </li>
      ))}
    </ul>
  );
}
