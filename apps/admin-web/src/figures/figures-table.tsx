import { cn } from '@shop/web-ui';
import type { ReactNode } from 'react';

export interface FiguresRow {
  key: string;
  name: ReactNode;
  cells: readonly ReactNode[];
  isTotal?: boolean;
}

interface Props {
  label: string;
  /** Of the names and of each column of numbers. */
  heads: readonly string[];
  rows: readonly FiguresRow[];
  className?: string;
}

/** Its frame scrolls where the table does not fit, also by keys. */
export function FiguresTable({ label, heads, rows, className }: Props) {
  const [nameHead, ...numberHeads] = heads;
  return (
    <div
      data-strip=""
      role="region"
      aria-label={label}
      tabIndex={0}
      className={cn('relative overflow-auto rounded-card border border-border bg-card', className)}
    >
      <table aria-label={label} className="w-full border-collapse text-left tabular-nums">
        <thead className="sticky top-0 z-10 bg-card shadow-[inset_0_-1px_0_var(--border)]">
          <tr className="text-sm text-muted-foreground">
            <th scope="col" className="px-4 py-2.5 font-semibold">
              {nameHead}
            </th>
            {numberHeads.map((head) => (
              <th key={head} scope="col" className="px-4 py-2.5 text-right font-semibold">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, cells, isTotal }) => (
            <tr key={key} className={cn('border-t border-border', isTotal && 'font-semibold')}>
              <th scope="row" className={cn('px-4 py-2', !isTotal && 'font-normal')}>
                {name}
              </th>
              {cells.map((cell, index) => (
                <td key={index} className="px-4 py-2 text-right whitespace-nowrap">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
