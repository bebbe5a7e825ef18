import type { DisplayedAdminOrder } from '@shop/contracts-order';
import { Picture, StatusBadge } from '@shop/web-ui';
import { createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type MouseEvent, useMemo } from 'react';
import { RelativeTime } from '../relative-time.js';
import { OpenItemLink } from '../url-state.js';
import { useOrderFilters } from './order-filters.js';
import { OrderBadges, OrderTotal, PaymentBadges } from './order-badges.js';
import { SelectOrder, SelectShown } from './selection.js';

const features = tableFeatures({});
const column = createColumnHelper<typeof features, DisplayedAdminOrder>();

/** The head of the column sorts all orders of the list, not only the loaded ones. */
function PlacedHeader() {
  const { sort, setSort } = useOrderFilters();
  const isOldest = sort === 'oldest';
  const Arrow = isOldest ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={() => setSort(isOldest ? 'newest' : 'oldest')}
      className="inline-flex items-center gap-1 rounded-sm font-semibold hover:text-foreground"
    >
      Placed
      <Arrow aria-hidden className="size-4" />
      <span className="sr-only">{isOldest ? 'oldest first' : 'newest first'}</span>
    </button>
  );
}

/** Articles that a row names; the drawer has all. */
const NAMED_ARTICLES = 2;

function Articles({ order: { articles = [] } }: { order: DisplayedAdminOrder }) {
  const [first] = articles;
  if (!first) return null;
  return (
    <div className="flex items-center gap-3 text-sm">
      <Picture
        src={first.pictureUrl}
        alt=""
        sizes="40px"
        className="size-10 shrink-0 rounded-control bg-muted object-cover"
      />
      <ul className="grid min-w-0">
        {articles.slice(0, NAMED_ARTICLES).map(({ title, quantity, choices }, index) => (
          <li key={index} className="[overflow-wrap:anywhere]">
            {quantity} × <bdi>{title}</bdi>
            {choices.length > 0 && <bdi className="text-muted-foreground"> {choices.join(', ')}</bdi>}
          </li>
        ))}
        {articles.length > NAMED_ARTICLES && (
          <li className="text-muted-foreground">and {articles.length - NAMED_ARTICLES} more</li>
        )}
      </ul>
    </div>
  );
}

const columns = column.columns([
  column.display({
    id: 'select',
    header: ({ table }) => <SelectShown orders={table.getRowModel().rows.map(({ original }) => original)} />,
    cell: ({ row: { original } }) => <SelectOrder order={original} />,
  }),
  column.display({
    id: 'order',
    header: 'Order',
    cell: ({ row: { original: order } }) => (
      <OpenItemLink
        kind="order"
        id={order.id}
        className="rounded-control font-display font-bold tracking-wide whitespace-nowrap"
      >
        {order.orderNumber}
      </OpenItemLink>
    ),
  }),
  column.display({
    id: 'placed',
    header: PlacedHeader,
    cell: ({ row: { original } }) => <RelativeTime at={original.createdAt} className="text-sm text-muted-foreground" />,
  }),
  column.display({
    id: 'state',
    header: 'Status',
    cell: ({ row: { original: order } }) => (
      <div className="flex flex-wrap gap-1.5">
        <StatusBadge status={order.status} />
        <OrderBadges order={order} />
      </div>
    ),
  }),
  column.display({
    id: 'payment',
    header: 'Payment',
    cell: ({ row: { original: order } }) => (
      <div className="flex flex-wrap gap-1.5">
        <PaymentBadges order={order} />
      </div>
    ),
  }),
  column.display({
    id: 'customer',
    header: 'Customer',
    cell: ({
      row: {
        original: { shippingAddress, email },
      },
    }) => (
      <div className="grid min-w-0 text-sm [overflow-wrap:anywhere]">
        {shippingAddress.name && <bdi className="font-semibold">{shippingAddress.name}</bdi>}
        {email && <span className="text-muted-foreground">{email}</span>}
      </div>
    ),
  }),
  column.display({
    id: 'to',
    header: 'To',
    cell: ({
      row: {
        original: { shippingAddress },
      },
    }) => (
      <bdi className="text-sm break-words text-muted-foreground">
        {[shippingAddress.city, shippingAddress.country].filter(Boolean).join(', ')}
      </bdi>
    ),
  }),
  column.display({
    id: 'articles',
    header: 'Articles',
    cell: ({ row: { original } }) => <Articles order={original} />,
  }),
  column.display({
    id: 'total',
    header: 'Total',
    cell: ({ row: { original } }) => <OrderTotal order={original} className="text-base" />,
  }),
]);

const SORT_NAMES = { newest: 'descending', oldest: 'ascending' } as const;

interface Props {
  pages: readonly (readonly DisplayedAdminOrder[])[];
  label: string;
}

/**
 * A link can't cover a row: Safari does not position it in a table's row (https://bugs.webkit.org/show_bug.cgi?id=240961). The click keeps its keys,
 * so that the browser opens a new tab.
 */
function clickRowLink({ target, currentTarget, nativeEvent }: MouseEvent<HTMLElement>): void {
  const isSelecting = getSelection()?.isCollapsed === false;
  if (isSelecting || !(target instanceof Element) || target.closest('a, button, label')) return;
  currentTarget.querySelector('a')?.dispatchEvent(new globalThis.MouseEvent('click', nativeEvent));
}

/** The orders of all loaded pages as a table. A click anywhere in a row opens the order. */
export function OrdersTable({ pages, label }: Props) {
  const { sort } = useOrderFilters();
  const data = useMemo(() => pages.flat(), [pages]);
  const table = useTable({ features, columns, data, getRowId: ({ id }) => id });
  return (
    // With large text the table scrolls, as tables may (WCAG 2.2, 1.4.10): a row needs its columns.
    <div data-strip="" className="overflow-x-auto rounded-card border border-border bg-card">
      <table aria-label={label} className="w-full border-collapse text-left">
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <th
                  key={header.id}
                  scope="col"
                  aria-sort={header.id === 'placed' ? SORT_NAMES[sort] : undefined}
                  className="px-3 py-2.5 first:pl-4 last:pr-4 text-sm font-semibold text-muted-foreground last:text-right"
                >
                  <table.FlexRender header={header} />
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr
              key={row.id}
              onClick={clickRowLink}
              className="cursor-pointer border-t border-border transition-colors hover:bg-muted"
            >
              {row.getAllCells().map((cell) => (
                <td key={cell.id} className="px-3 py-2 first:pl-4 last:pr-4">
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
