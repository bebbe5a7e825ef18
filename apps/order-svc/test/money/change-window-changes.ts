import { DomainError } from '@shop/contracts/common';
import type { DesignConfig, ShippingAddress } from '@shop/contracts/order';
import { ADDRESS } from '../support/test-shop.js';
import { ChangeOrderAddress } from '../../src/customer-orders/change-order-address.js';
import { ChangeOrderItem } from '../../src/customer-orders/change-order-item.js';
import type { ModelShop } from './model-shop.js';

export const FIRST_SIZE = 'M';
export const FIRST_PLACEMENT: Required<DesignConfig> = { x: 50, y: 50, scale: 100, rotation: 0 };

/** What a customer may change of an order while it is on hold. The largest size costs more. */
export type Change =
  | { kind: 'changePlacement'; order: number; line: number; scale: number }
  | { kind: 'changeSize'; order: number; line: number; size: 'M' | 'L' | 'XXL' }
  | { kind: 'changeAddress'; order: number; zip: string };

interface Item {
  id: string;
  size: string | null;
}

/** What was wanted of one thing, and what came of it: nobody knows of one that died. */
interface RequestedChange {
  property: 'placement' | 'size' | 'address';
  /** Of the item, or of the order where it is about its address. */
  id: string;
  initial: unknown;
  requested: unknown;
  outcome: 'begun' | 'answered' | 'refused';
}

/** What a thing may be in the end. */
export type AllowedValues = Pick<RequestedChange, 'property' | 'id'> & { allowed: unknown[] };

const LIST_ITEMS = `SELECT id, variant_selections->>'size' AS size FROM order_items WHERE order_id = $1 ORDER BY position`;

/** Of one run: what the customer asked for during the hold, and was told is so. */
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

  /** What is answered later counts; what is asked for at the same time may come in either order, and what died may have come too. */
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
    const change = () => this.shop.get(ChangeOrderItem).execute(orderId, id, { designConfig });
    return this.trackChange({ property: 'placement', id, initial: FIRST_PLACEMENT, requested: designConfig }, change);
  }

  private changeSize(orderId: string, { id, size: initialSize }: Item, size: string): Promise<void> {
    const change = () => this.shop.get(ChangeOrderItem).execute(orderId, id, { variantSelections: { size } });
    return this.trackChange(
      { property: 'size', id, initial: initialSize === null ? null : FIRST_SIZE, requested: size },
      change,
    );
  }

  private changeAddress(orderId: string, address: ShippingAddress): Promise<void> {
    const change = () => this.shop.get(ChangeOrderAddress).execute(orderId, address);
    return this.trackChange({ property: 'address', id: orderId, initial: ADDRESS, requested: address }, change);
  }

  private async trackChange(details: Omit<RequestedChange, 'outcome'>, change: () => Promise<void>): Promise<void> {
    const tracked: RequestedChange = { ...details, outcome: 'begun' };
    this.requestedChanges.push(tracked);
    try {
      await change();
      tracked.outcome = 'answered';
    } catch (error) {
      if (error instanceof DomainError) tracked.outcome = 'refused';
      throw error;
    }
  }

  private updateAllowedValues(changes: readonly RequestedChange[]): void {
    const [firstChange] = changes;
    if (!firstChange) return;
    const listRequested = (how: RequestedChange['outcome']) =>
      changes.filter((change) => change.outcome === how).map(({ requested: wanted }) => wanted);
    const [answered, begun] = [listRequested('answered'), listRequested('begun')];
    const before = this.allowedValues.get(toKey(firstChange))?.allowed ?? [firstChange.initial];
    this.allowedValues.set(toKey(firstChange), {
      property: firstChange.property,
      id: firstChange.id,
      allowed: [...(answered.length > 0 ? answered : before), ...begun],
    });
  }
}

const toKey = ({ property, id }: Pick<RequestedChange, 'property' | 'id'>): string => `${property} of ${id}`;
