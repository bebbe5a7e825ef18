import type { DisplayedAdminOrder } from '@shop/contracts-order';
import { Picture, StatusBadge } from '@shop/web-ui';
import { createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import { RelativeTime } from '../relative-time.js';
import { OpenItemLink } from '../url-state.js';
import { OrderBadges, OrderTotal, PaymentBadges } from './order-badges.js';

const features = tableFeatures({});
const column = createColumnHelper<typeof features, DisplayedAdminOrder>();

/** Articles that a row names; the drawer has all. */
const NAMED_ARTICLES = 2;

function Articles({ order: { articles = [] } }: { order: DisplayedAdminOrder }) {
  const [first] = articles;
  if (!first) return null;
  return (
    <div className="flex items-start gap-3">
      <Picture
        src={first.pictureUrl}
        alt=""
        sizes="48px"
        className="size-12 shrink-0 rounded-control bg-muted object-cover"
      />
      <ul className="grid min-w-0 gap-0.5">
        {articles.slice(0, NAMED_ARTICLES).map(({ title, quantity, choices }, index) => (
          <li key={index} className="[overflow-wrap:anywhere]">
            {quantity} × {title}
            {choices.length > 0 && <span className="text-muted-foreground"> {choices.join(', ')}</span>}
          </li>
        ))}
        {articles.length > NAMED_ARTICLES && (
          <li className="text-muted-foreground">and {articles.length - NAMED_ARTICLES} more</li>
        )}
      </ul>
    </div>
  );
}

function Customer({ order: { shippingAddress, email } }: { order: DisplayedAdminOrder }) {
  const { name, city, country } = shippingAddress;
  return (
    <div className="grid min-w-0 gap-0.5 [overflow-wrap:anywhere]">
      {name && <bdi className="font-semibold">{name}</bdi>}
      {email && <span className="text-muted-foreground">{email}</span>}
      <span className="text-muted-foreground">{[city, country].filter(Boolean).join(', ')}</span>
    </div>
  );
}

const columns = column.columns([
  column.display({
    id: 'order',
    header: 'Order',
    cell: ({ row: { original: order } }) => (
      <div className="grid justify-items-start gap-1.5">
        <OpenItemLink
          kind="order"
          id={order.id}
          className="font-display font-bold tracking-wide whitespace-nowrap after:absolute after:inset-0 after:rounded-control"
        >
          {order.orderNumber}
        </OpenItemLink>
        <RelativeTime at={order.createdAt} className="relative z-1 text-sm text-muted-foreground" />
      </div>
    ),
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
    cell: ({ row: { original } }) => <Customer order={original} />,
  }),
  column.display({
    id: 'articles',
    header: 'Articles',
    cell: ({ row: { original } }) => <Articles order={original} />,
  }),
  column.display({
    id: 'total',
    header: 'Total',
    cell: ({ row: { original } }) => <OrderTotal order={original} className="text-lg" />,
  }),
]);

interface Props {
  pages: readonly (readonly DisplayedAdminOrder[])[];
  label: string;
}

/** The orders of all loaded pages as a table. A click anywhere in a row opens the order. */
export function OrdersTable({ pages, label }: Props) {
  const data = useMemo(() => pages.flat(), [pages]);
  const table = useTable({ features, columns, data, getRowId: ({ id }) => id });
  return (
    <div className="overflow-x-auto rounded-card border border-border bg-card">
      <table aria-label={label} className="w-full border-collapse text-left align-top">
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <th
                  key={header.id}
                  scope="col"
                  className="px-4 py-3 text-sm font-semibold text-muted-foreground last:text-right"
                >
                  <table.FlexRender header={header} />
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} className="relative border-t border-border transition-colors hover:bg-muted">
              {row.getAllCells().map((cell) => (
                <td key={cell.id} className="px-4 py-3 align-top">
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
