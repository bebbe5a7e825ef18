import { DomainError } from '@shop/contracts-common';
import type { DesignConfig, ShippingAddress } from '@shop/contracts-order';
import type { Caller } from '@shop/service-kit';
import { ADDRESS } from '../support/test-shop.js';
import { CustomerOrderChangesService } from '../../src/customer-orders/customer-order-changes.service.js';
import type { ModelShop } from './model-shop.js';

export const FIRST_SIZE = 'M';
export const FIRST_PLACEMENT: Required<DesignConfig> = { x: 50, y: 50, scale: 100, rotation: 0 };

/** The changes that a customer may make during the change window. The largest size costs more and is rejected; the smallest costs less. */
export type Change =
  | { kind: 'changePlacement'; order: number; line: number; scale: number }
  | { kind: 'changeSize'; order: number; line: number; size: 'S' | 'M' | 'L' | 'XXL' }
  | { kind: 'changeAddress'; order: number; zip: string };

/** Only a change of the artwork depends on the caller. */
const ANONYMOUS: Caller = { kind: 'anonymous' };

interface Item {
  id: string;
  size: string | null;
}

/** A requested change and its outcome; `started` if the process crashed. */
interface RequestedChange {
  property: 'placement' | 'size' | 'address';
  /** The item's id, or the order's for an address. */
  id: string;
  initial: unknown;
  requested: unknown;
  outcome: 'started' | 'confirmed' | 'rejected';
}

/** The values that a property may have in the end. */
export type AllowedValues = Pick<RequestedChange, 'property' | 'id'> & { allowed: unknown[] };

const LIST_ITEMS = `SELECT id, variant_selections->>'size' AS size FROM order_items WHERE order_id = $1 ORDER BY position`;

/** The changes that the customer requested during one run, and the values that are allowed as a result. */
export class ChangeWindowChanges {
  private readonly allowedValues = new Map<string, AllowedValues>();
  private requestedChanges: RequestedChange[] = [];

  constructor(private readonly shop: ModelShop) {}

  async applyChange(orderId: string, change: Change): Promise<void> {
    if (change.kind === 'changeAddress') return this.changeAddress(orderId, { ...ADDRESS, zip: change.zip });
    const items = await this.shop.listRows<Item & Record<string, unknown>>(LIST_ITEMS, [orderId]);
    const item = items[change.line % Math.max(1, items.length)];
    if (!item) return;
    if (change.kind === 'changePlacement')
      await this.changePlacement(orderId, item, { ...FIRST_PLACEMENT, scale: change.scale });
    else await this.changeSize(orderId, item, change.size);
  }

  /**
   * A confirmed change replaces earlier values. Changes of the same step may be applied in any order, and a crashed one
   * may be applied or not.
   */
  endStep(): void {
    const changedKeys = new Set(this.requestedChanges.map(toKey));
    for (const key of changedKeys)
      this.updateAllowedValues(this.requestedChanges.filter((change) => toKey(change) === key));
    this.requestedChanges = [];
  }

  get expected(): AllowedValues[] {
    return [...this.allowedValues.values()];
  }

  private changePlacement(orderId: string, { id }: Item, designConfig: Required<DesignConfig>): Promise<void> {
    const change = () =>
      this.shop.get(CustomerOrderChangesService).changeItem(ANONYMOUS, { orderId, itemId: id }, { designConfig });
    return this.trackChange({ property: 'placement', id, initial: FIRST_PLACEMENT, requested: designConfig }, change);
  }

  private changeSize(orderId: string, { id, size: initialSize }: Item, size: string): Promise<void> {
    const change = () =>
      this.shop
        .get(CustomerOrderChangesService)
        .changeItem(ANONYMOUS, { orderId, itemId: id }, { variantSelections: { size } });
    return this.trackChange(
      { property: 'size', id, initial: initialSize === null ? null : FIRST_SIZE, requested: size },
      change,
    );
  }

  private changeAddress(orderId: string, address: ShippingAddress): Promise<void> {
    const change = () => this.shop.get(CustomerOrderChangesService).changeAddress(orderId, address);
    return this.trackChange({ property: 'address', id: orderId, initial: ADDRESS, requested: address }, change);
  }

  private async trackChange(details: Omit<RequestedChange, 'outcome'>, change: () => Promise<void>): Promise<void> {
    const tracked: RequestedChange = { ...details, outcome: 'started' };
    this.requestedChanges.push(tracked);
    try {
      await change();
      tracked.outcome = 'confirmed';
    } catch (error) {
      if (error instanceof DomainError) tracked.outcome = 'rejected';
      throw error;
    }
  }

  private updateAllowedValues(changes: readonly RequestedChange[]): void {
    const [firstChange] = changes;
    if (!firstChange) return;
    const listRequested = (outcome: RequestedChange['outcome']) =>
      changes.filter((change) => change.outcome === outcome).map(({ requested }) => requested);
    const [confirmed, started] = [listRequested('confirmed'), listRequested('started')];
    const before = this.allowedValues.get(toKey(firstChange))?.allowed ?? [firstChange.initial];
    this.allowedValues.set(toKey(firstChange), {
      property: firstChange.property,
      id: firstChange.id,
      allowed: [...(confirmed.length > 0 ? confirmed : before), ...started],
    });
  }
}

const toKey = ({ property, id }: Pick<RequestedChange, 'property' | 'id'>): string => `${property} of ${id}`;
