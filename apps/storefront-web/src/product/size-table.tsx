import { findKind, type SizeRow } from '@shop/contracts-catalog';
import { toLength } from './size-table.rules.js';
import { capitalize } from '../catalogue/product-choice.js';

/** Each size in centimeters and inches. A kind that this version does not know has numbered columns. */
export function SizeTable({ category, rows }: { category: string; rows: readonly SizeRow[] }) {
  const kind = findKind(category);
  const unit = kind?.sizeTable.unit ?? 'cm';
  const count = Math.max(...rows.map(({ values }) => values.length));
  const columns = Array.from({ length: count }, (_, at) => kind?.sizeTable.columns[at] ?? `Measure ${at + 1}`);
  return (
    // Focusable, because a narrow screen scrolls it.
    <div
      className="overflow-x-auto rounded-card border border-border bg-card"
      tabIndex={0}
      data-strip=""
      role="region"
      aria-label="Size table"
    >
      <table className="w-full border-collapse text-left tabular-nums">
        <thead>
          <tr className="border-b border-border">
            {[capitalize(kind?.sizeName ?? 'size'), ...columns].map((column) => (
              <th key={column} scope="col" className="px-3 py-3 align-bottom font-semibold sm:px-5">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ size, values }) => (
            <tr key={size} className="border-b border-border last:border-b-0">
              <th scope="row" className="px-3 py-2.5 font-semibold whitespace-nowrap sm:px-5">
                <bdi>{size}</bdi>
              </th>
              {columns.map((column, at) => {
                const value = values[at];
                const length = value === undefined ? null : toLength(value, unit);
                return (
                  <td key={column} className="px-3 py-2.5 whitespace-nowrap sm:px-5">
                    {length ? (
                      <>
                        {length.cm} cm <span className="text-muted-foreground">/ {length.inches} in</span>
                      </>
                    ) : (
                      '–'
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
