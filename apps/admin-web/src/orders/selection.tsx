import { BULK_MAX } from '@shop/contracts-common';
import type { DisplayedAdminOrder } from '@shop/contracts-order';
import { createContext, use, useState, useSyncExternalStore, type ReactNode } from 'react';

export type SelectedOrder = Pick<DisplayedAdminOrder, 'id' | 'orderNumber' | 'status'>;

/** The selected orders of the list, by id. They stay while further pages are loaded, and while the filters change. */
class OrderSelection {
  private orders: ReadonlyMap<string, SelectedOrder> = new Map();
  private isFull = false;
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly getOrders = (): ReadonlyMap<string, SelectedOrder> => this.orders;
  /** Whether an order was refused, because there are too many. */
  readonly getIsFull = (): boolean => this.isFull;

  toggle(order: SelectedOrder): void {
    if (this.orders.has(order.id)) this.remove([order.id]);
    else this.add([order]);
  }

  /** As many as there is room for, in this order. */
  add(added: readonly SelectedOrder[]): void {
    const orders = new Map(this.orders);
    for (const { id, orderNumber, status } of added)
      if (orders.size < BULK_MAX) orders.set(id, { id, orderNumber, status });
    this.change(
      orders,
      added.some(({ id }) => !orders.has(id)),
    );
  }

  remove(ids: readonly string[]): void {
    const orders = new Map(this.orders);
    for (const id of ids) orders.delete(id);
    this.change(orders, false);
  }

  clear(): void {
    this.change(new Map(), false);
  }

  private change(orders: ReadonlyMap<string, SelectedOrder>, isFull: boolean): void {
    this.orders = orders;
    this.isFull = isFull;
    for (const listener of this.listeners) listener();
  }
}

const SelectionContext = createContext<OrderSelection | null>(null);

export function SelectionProvider({ children }: { children: ReactNode }) {
  const [selection] = useState(() => new OrderSelection());
  return <SelectionContext value={selection}>{children}</SelectionContext>;
}

export function useSelection(): OrderSelection {
  const selection = use(SelectionContext);
  if (!selection) throw new Error('There is no SelectionProvider');
  return selection;
}

export function useSelectedOrders(): ReadonlyMap<string, SelectedOrder> {
  const selection = useSelection();
  return useSyncExternalStore(selection.subscribe, selection.getOrders);
}

export function useIsSelectionFull(): boolean {
  const selection = useSelection();
  return useSyncExternalStore(selection.subscribe, selection.getIsFull);
}

/** A row renders again only if its own order is selected or not any more. The label is larger than the box, for fingers. */
export function SelectOrder({ order }: { order: SelectedOrder }) {
  const selection = useSelection();
  const isSelected = useSyncExternalStore(selection.subscribe, () => selection.getOrders().has(order.id));
  return (
    <label className="relative z-10 -m-2 grid size-11 cursor-pointer place-items-center">
      <input
        data-row-select=""
        type="checkbox"
        aria-label={`Select ${order.orderNumber}`}
        checked={isSelected}
        onChange={() => selection.toggle(order)}
        className="size-4.5 cursor-pointer accent-primary"
      />
    </label>
  );
}

interface SelectShownProps {
  orders: readonly SelectedOrder[];
  /** Beside the box; without it, it names the box for screen readers only. */
  isLabelShown?: boolean;
}

export function SelectShown({ orders, isLabelShown = false }: SelectShownProps) {
  const selection = useSelection();
  const selected = useSelectedOrders();
  const count = orders.filter(({ id }) => selected.has(id)).length;
  const isAll = orders.length > 0 && count === orders.length;
  const handleChange = (): void => {
    if (count > 0 && (isAll || selected.size >= BULK_MAX)) selection.remove(orders.map(({ id }) => id));
    else selection.add(orders);
  };
  return (
    <label
      className={
        isLabelShown
          ? 'inline-flex min-h-11 cursor-pointer items-center gap-3 text-sm'
          : '-m-2 grid size-11 cursor-pointer place-items-center'
      }
    >
      <input
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !isAll;
        }}
        type="checkbox"
        aria-label="Select all shown"
        checked={isAll}
        onChange={handleChange}
        className="size-4.5 cursor-pointer accent-primary"
      />
      {isLabelShown && <span aria-hidden>Select all shown</span>}
    </label>
  );
}
