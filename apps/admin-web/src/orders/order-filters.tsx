import {
  addDays,
  getDayStart,
  ORDER_STATUSES,
  ORDER_VIEWS,
  type OrderView,
  PAYMENT_STATUSES,
} from '@shop/contracts-order';
import { useShop } from '@shop/web-kit';
import { Button, Field, Select } from '@shop/web-ui';
import { useState } from 'react';
import { DayField } from '../lists/day-field.js';
import { StatusFilter } from '../lists/admin-list.js';
import { SearchField, type Search } from '../lists/search.js';
import { useUrlChoice, useUrlDay } from '../url-state.js';
import type { OrderFilters } from './orders.queries.js';

const VIEW_NAMES: Readonly<Record<OrderView, string>> = {
  'needs-me': 'Needs me',
  'change-window': 'In the change window',
  waiting: 'Waits',
  'printing-failed': 'Printing failed',
  'partly-refunded': 'Partly refunded',
  'came-back': 'Came back',
};

const SORTS = ['newest', 'oldest'] as const;

const READERS_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** When the day begins in the shop's time zone, as in the figures; in the reader's where the shop's is not known. */
function toInstant(day: string | undefined, timeZone = READERS_ZONE): string | undefined {
  if (day === undefined) return undefined;
  try {
    return getDayStart(day, timeZone).toISOString();
  } catch {
    return getDayStart(day, READERS_ZONE).toISOString();
  }
}

/** The filters are in the URL, for reloads and shared links. */
export function useOrderFilters() {
  const [status, setStatus] = useUrlChoice('status', ORDER_STATUSES);
  const [paymentStatus, setPaymentStatus] = useUrlChoice('paymentStatus', PAYMENT_STATUSES);
  const [view, setView] = useUrlChoice('view', ORDER_VIEWS);
  const [sort = 'newest', setSort] = useUrlChoice('sort', SORTS);
  const [firstDay, setFirstDay] = useUrlDay('from');
  const [lastDay, setLastDay] = useUrlDay('to');
  const timeZone = useShop(firstDay !== undefined || lastDay !== undefined)?.timeZone;
  const filters: OrderFilters = {
    status,
    paymentStatus,
    view,
    from: toInstant(firstDay, timeZone),
    to: toInstant(lastDay && addDays(lastDay, 1), timeZone),
    // Absent for the server's own order: lists with and without it are one in the cache.
    sort: sort === 'newest' ? undefined : sort,
  };
  const isFiltered = [status, paymentStatus, view, firstDay, lastDay].some(Boolean);
  return {
    filters,
    isFiltered,
    ...{ status, setStatus, paymentStatus, setPaymentStatus, view, setView },
    ...{ sort, setSort, firstDay, setFirstDay, lastDay, setLastDay },
  };
}

type Filters = ReturnType<typeof useOrderFilters>;

/** Sets of orders, of which one may be chosen. On a phone they are one line that scrolls. */
export function OrderViews({ view, setView }: Pick<Filters, 'view' | 'setView'>) {
  return (
    <div
      role="group"
      aria-label="Views"
      data-strip=""
      className="-mx-1 flex max-w-full gap-2 overflow-x-auto p-1 sm:flex-wrap"
    >
      {([undefined, ...ORDER_VIEWS] as const).map((name) => (
        <Button
          key={name ?? 'all'}
          size="sm"
          variant={view === name ? 'default' : 'outline'}
          aria-pressed={view === name}
          onClick={() => setView(name ?? '')}
          className="shrink-0"
        >
          {name ? VIEW_NAMES[name] : 'All orders'}
        </Button>
      ))}
    </div>
  );
}

const FIELD = 'w-full lg:w-40';

function MoreFilters(filters: Filters) {
  const { status, setStatus, paymentStatus, setPaymentStatus } = filters;
  return (
    <>
      <StatusFilter
        label="Order status"
        options={ORDER_STATUSES}
        value={status}
        onChange={setStatus}
        className={FIELD}
      />
      <StatusFilter
        label="Payment status"
        options={PAYMENT_STATUSES}
        value={paymentStatus}
        onChange={setPaymentStatus}
        className={FIELD}
      />
      <DayField label="Placed from" value={filters.firstDay} onChange={filters.setFirstDay} className={FIELD} />
      <DayField label="Placed to" value={filters.lastDay} onChange={filters.setLastDay} className={FIELD} />
    </>
  );
}

/** The table has the order in the head of its column. */
export function OrderSort({ sort, setSort }: Pick<Filters, 'sort' | 'setSort'>) {
  return (
    <Field label="Sorted by" className={FIELD}>
      <Select value={sort} onChange={(event) => setSort(event.currentTarget.value)}>
        <option value="newest">Newest first</option>
        <option value="oldest">Oldest first</option>
      </Select>
    </Field>
  );
}

/** On a phone all but the search is folded. */
export function OrderFilterBar({ search, isWide, ...filters }: Filters & { search: Search; isWide: boolean }) {
  const { status, paymentStatus, firstDay, lastDay } = filters;
  const [isOpen, setOpen] = useState([status, paymentStatus, firstDay, lastDay].some(Boolean));
  const field = <SearchField search={search} label="Find orders" hint="Number, name, email, city or tracking" />;
  if (isWide)
    return (
      <div className="flex items-end gap-4">
        {field}
        <MoreFilters {...filters} />
      </div>
    );
  return (
    <div className="grid gap-3">
      {field}
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="cursor-pointer rounded-sm py-2.5 font-semibold">Filters</summary>
        <div className="mt-2 grid grid-cols-2 items-end gap-4">
          <MoreFilters {...filters} />
          <OrderSort {...filters} />
        </div>
      </details>
    </div>
  );
}
