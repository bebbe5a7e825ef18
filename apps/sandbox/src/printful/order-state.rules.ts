import type { Variant } from './catalogue.js';
import type { OrderStatus, Shipment, StoredItem, StoredOrder } from './order.js';
import { isOutOfStock, type PrinterFaults } from './printer-faults.rules.js';
import { computeStage, type PrinterStage } from './printer-time.rules.js';

const STATUS_OF_STAGE: Readonly<Record<PrinterStage, OrderStatus>> = {
  accepted: 'pending',
  printing: 'inprocess',
  shipped: 'fulfilled',
  delivered: 'fulfilled',
};

type TimedOrder = Pick<StoredOrder, 'status' | 'elapsedMs'>;

/** Null: time does not move the order, because it is a draft or someone at the printer decided about it. */
export const findStage = ({ status, elapsedMs }: TimedOrder, speed: number): PrinterStage | null =>
  status !== null || elapsedMs === null ? null : computeStage(elapsedMs, speed);

export function findStatus(order: TimedOrder, speed: number): OrderStatus {
  if (order.status !== null) return order.status;
  const stage = findStage(order, speed);
  return stage === null ? 'draft' : STATUS_OF_STAGE[stage];
}

const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1_000);

type ParcelOrder = Pick<StoredOrder, 'id' | 'externalId' | 'updatedAt'>;

/** The tracking number is visibly fake, and the address belongs to no one (RFC 2606). `n`: the number of the parcel, from 1. */
export function createShipment(order: ParcelOrder, change: Partial<Shipment> = {}, n = 1): Shipment {
  const suffix = n === 1 ? '' : `-${n}`;
  const number = `SANDBOX-${(order.externalId ?? String(order.id)).slice(0, 10).toUpperCase()}${suffix}`;
  return {
    id: order.id,
    carrier: 'Sandbox Post',
    service: 'Standard',
    tracking_number: number,
    tracking_url: `https://example.com/sandbox-parcels/${number}`,
    created: toSeconds(order.updatedAt),
    ship_date: order.updatedAt.toISOString().slice(0, 10),
    reshipment: false,
    status: 'shipped',
    delivery_status: 'in_transit',
    delivered_at: null,
    ...change,
  };
}

/** The parcels that someone sent, else the one whose time has come. */
export function listShipments(order: StoredOrder, speed: number): Shipment[] {
  if (order.shipments) return order.shipments;
  const stage = findStage(order, speed);
  if (stage === 'shipped') return [createShipment(order)];
  if (stage !== 'delivered') return [];
  return [createShipment(order, { delivery_status: 'delivered', delivered_at: toSeconds(order.updatedAt) })];
}

/** A shop that tries again a minute later finds the costs of its order calculated. */
const CALCULATING_MS = 30_000;

/** Whether the printer takes an order, and its items with what is not available. */
export interface Confirmation {
  items: StoredItem[];
  /** Null: it is confirmed. */
  rejection: string | null;
}

export function decideConfirmation(
  { items, ageMs }: Pick<StoredOrder, 'items' | 'ageMs'>,
  variants: ReadonlyMap<number, Variant>,
  faults: PrinterFaults,
): Confirmation {
  if (faults.isCalculating && ageMs < CALCULATING_MS)
    return { items, rejection: 'Order costs are being calculated. Please try to confirm the order later.' };
  const marked = items.map((item) => markAvailability(item, variants.get(item.variant_id), faults));
  const missing = marked.findIndex((item) => item.out_of_stock || item.discontinued);
  if (missing === -1) return { items: marked, rejection: null };
  const problem = marked[missing]?.discontinued ? 'discontinued' : 'out of stock';
  return { items: marked, rejection: `Item ${missing}: This variant is ${problem}` };
}

function markAvailability(item: StoredItem, variant: Variant | undefined, faults: PrinterFaults): StoredItem {
  const size = variant?.size ?? null;
  return {
    ...item,
    out_of_stock: variant?.isInStock === false || isOutOfStock(faults, { title: item.name, size }),
    discontinued: variant?.isDiscontinued ?? true,
  };
}
