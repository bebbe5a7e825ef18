import type { DisplayedFigures } from '@shop/contracts-order';
import type { ReactNode } from 'react';
import { formatAmount } from './change.rules.js';
import { useStyleNames } from './figures.queries.js';
import { FiguresTable, type FiguresRow } from './figures-table.js';

interface Sold {
  amount: string;
  items?: number;
  orders?: number;
}
interface Sums<Row extends Sold> {
  rows: readonly Row[];
  rest: (Sold & { others: number }) | null;
}

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
function getCountryName(code: string): string {
  try {
    return countryNames.of(code) ?? code;
  } catch {
    return code || 'Not known';
  }
}

/** The largest rows, then what the others add up to. */
function toRows<Row extends Sold>({ rows, rest }: Sums<Row>, toName: (row: Row) => ReactNode): FiguresRow[] {
  const toCells = ({ items, orders, amount }: Sold) => [items ?? orders, formatAmount(amount)];
  return [
    ...rows.map((row, index) => ({ key: String(index), name: toName(row), cells: toCells(row) })),
    ...(rest ? [{ key: 'rest', name: `${rest.others} more`, cells: toCells(rest) }] : []),
  ];
}

interface TableProps {
  title: string;
  heads: readonly string[];
  meaning: string;
  rows: readonly FiguresRow[];
}

function SoldTable({ title, heads, meaning, rows }: TableProps) {
  if (rows.length === 0) return null;
  return (
    <div className="min-w-0">
      <h2 className="font-display text-xl font-bold">{title}</h2>
      <p className="mt-1 mb-3 text-sm text-pretty text-muted-foreground">{meaning}</p>
      <FiguresTable label={title} heads={heads} rows={rows} />
    </div>
  );
}

const ITEMS_MEANING = 'Items of the orders and their prices, before shipping, tax and refunds.';

/** What was sold by product, style and country. */
export function SoldTables({ figures: { products, styles, countries } }: { figures: DisplayedFigures }) {
  const styleNames = useStyleNames();
  return (
    <div className="grid items-start gap-8 lg:grid-cols-2 xl:grid-cols-3">
      {products && (
        <SoldTable
          title="By product"
          heads={['Product', 'Items', 'Sold for']}
          meaning={ITEMS_MEANING}
          rows={toRows(products, ({ title }) => (
            <bdi className="[overflow-wrap:anywhere]">{title ?? 'Product that is not known any more'}</bdi>
          ))}
        />
      )}
      {styles && (
        <SoldTable
          title="By style"
          heads={['Style', 'Items', 'Sold for']}
          meaning={ITEMS_MEANING}
          rows={toRows(styles, ({ styleKey }) =>
            styleKey === null ? 'Not recorded' : (styleNames.get(styleKey) ?? styleKey),
          )}
        />
      )}
      {countries && (
        <SoldTable
          title="By country"
          heads={['Country', 'Orders', 'Totals']}
          meaning="Where the orders go, and their totals with shipping and tax, before refunds."
          rows={toRows(countries, ({ country }) => getCountryName(country))}
        />
      )}
    </div>
  );
}
