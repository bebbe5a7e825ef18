import type { DisplayedFigures, FiguresQuery } from '@shop/contracts-order';
import { getErrorMessage } from '@shop/web-kit';
import { Card, cn, EmptyState, ErrorState, Skeleton } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import { isMissingCall } from '../failures.js';
import { formatAmount, toCents } from './change.rules.js';
import { DayChart } from './day-chart.js';
import { FigureCards } from './figure-cards.js';
import { figuresQuery, useShopToday } from './figures.queries.js';
import { FiguresTable } from './figures-table.js';
import { RangeBar, useRangeChoice } from './range-choice.js';
import { formatDay, formatRange } from './range.rules.js';
import { SoldTables } from './sold-tables.js';

const DAY_HEADS = ['Day', 'Orders', 'Revenue', 'Refunds', 'Average order', 'Declined payments'];

const toCells = ({ orders, revenue, refunded, averageOrder, declinedPayments }: DisplayedFigures['total']) => [
  orders,
  formatAmount(revenue),
  formatAmount(refunded),
  averageOrder === null ? '–' : formatAmount(averageOrder),
  declinedPayments,
];

function Days({ figures: { days, today, total } }: { figures: DisplayedFigures }) {
  const rows = days.map((sales) => ({
    key: sales.day,
    name: (
      <>
        <span className="whitespace-nowrap">{formatDay(sales.day)}</span>
        {sales.day === today && <span className="text-sm text-muted-foreground"> not over yet</span>}
      </>
    ),
    cells: toCells(sales),
  }));
  const toColumns = (toValue: (day: (typeof days)[number]) => number, format: (value: number) => string) =>
    days.map((sales) => ({
      day: sales.day,
      value: toValue(sales),
      text: `${formatDay(sales.day)}: ${format(toValue(sales))}${sales.day === today ? ', not over yet' : ''}`,
    }));
  const formatOrders = (orders: number): string => (orders === 1 ? '1 order' : `${orders} orders`);
  return (
    <section aria-labelledby="figures-days" className="grid gap-4">
      <h2 id="figures-days" className="font-display text-xl font-bold">
        Day by day
      </h2>
      {days.length > 1 && (
        <Card className="grid gap-6 p-5 lg:grid-cols-2">
          <DayChart
            title="Revenue per day"
            columns={toColumns(
              ({ revenue }) => toCents(revenue) / 100,
              (dollars) => formatAmount(dollars.toFixed(2)),
            )}
            today={today}
            formatTick={(dollars) => formatAmount(String(dollars))}
          />
          <DayChart
            title="Orders per day"
            columns={toColumns(({ orders }) => orders, formatOrders)}
            today={today}
            formatTick={String}
            isWhole
          />
        </Card>
      )}
      <FiguresTable
        label="Figures per day"
        heads={DAY_HEADS}
        rows={[...rows, { key: 'total', name: 'All days', cells: toCells(total), isTotal: true }]}
        className="max-h-120"
      />
    </section>
  );
}

/** What an owner has to know to read the figures. */
function Notes({ figures: { timeZone } }: { figures: DisplayedFigures }) {
  return (
    <p className="max-w-178 text-sm text-pretty text-muted-foreground">
      Days begin at midnight in the time zone {timeZone.replaceAll('_', ' ')}, which the settings name. A refund counts
      on the day on which the money went back, and a lost dispute on the day of the decision; neither changes the day of
      its order. Only payments with the present keys of the payment provider count, as on the dashboard.
    </p>
  );
}

function RangeFigures({ range }: { range: FiguresQuery }) {
  const { data: figures, error, isPending, isPlaceholderData, refetch } = useQuery(figuresQuery(range));
  if (isPending)
    return (
      <div role="status" aria-label="Loading" className="grid gap-4 sm:grid-cols-2 xl:grid-cols-5">
        {['orders', 'revenue', 'refunds', 'average', 'declined'].map((key) => (
          <Skeleton key={key} className="h-44 rounded-card" />
        ))}
      </div>
    );
  if (!figures) {
    if (isMissingCall(error)) return <EmptyState icon={ChartColumn} title="This shop’s server has no figures" />;
    return <ErrorState message={getErrorMessage(error)} onRetry={() => void refetch()} />;
  }
  const { total, before, today, from, to } = figures;
  const isEmpty = [total, before.total].every(
    ({ orders, declinedPayments, revenue }) => orders === 0 && declinedPayments === 0 && toCents(revenue) === 0,
  );
  return (
    <div aria-busy={isPlaceholderData} className={cn('grid gap-8', isPlaceholderData && 'opacity-60')}>
      <div>
        <p role="status" className="text-pretty">
          <strong className="font-semibold">{formatRange({ from, to })}</strong>, compared with {formatRange(before)}
          {from <= today && today <= to && '. Today is not over yet'}.
        </p>
      </div>
      {isEmpty ? (
        <EmptyState icon={ChartColumn} title="Nothing was sold on these days, nor before" />
      ) : (
        <>
          <FigureCards total={total} before={before.total} />
          <Days figures={figures} />
          <SoldTables figures={figures} />
        </>
      )}
      <Notes figures={figures} />
    </div>
  );
}

function ChosenFigures({ today }: { today: string }) {
  const choice = useRangeChoice(today);
  return (
    <>
      <RangeBar choice={choice} />
      {!('error' in choice.range) && <RangeFigures range={choice.range} />}
    </>
  );
}

export function Figures() {
  const today = useShopToday();
  return (
    <section aria-label="Figures" className="grid gap-6">
      {today ? <ChosenFigures today={today} /> : <Skeleton className="h-10 rounded-control" />}
    </section>
  );
}
