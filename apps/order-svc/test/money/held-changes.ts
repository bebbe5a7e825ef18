import { DomainError } from '@shop/contracts/common';
import type { DesignConfig, ShippingAddress } from '@shop/contracts/order';
import { ADDRESS } from '../support/test-shop.js';
import { ChangeOrderAddress } from '../../src/customer-orders/change-order-address.js';
import { ChangeOrderItem } from '../../src/customer-orders/change-order-item.js';
import type { MoneyShop } from './money-shop.js';

export const FIRST_SIZE = 'M';
export const FIRST_PLACEMENT: Required<DesignConfig> = { x: 50, y: 50, scale: 100, rotation: 0 };

/** What a customer may change of an order while it is on hold. The largest size costs more. */
export type Change =
  | { kind: 'place'; order: number; line: number; scale: number }
  | { kind: 'resize'; order: number; line: number; size: 'M' | 'L' | 'XXL' }
  | { kind: 'readdress'; order: number; zip: string };

interface Item {
  id: string;
  size: string | null;
}

/** What was wanted of one thing, and what came of it: nobody knows of one that died. */
interface Wish {
  what: 'placement' | 'size' | 'address';
  /** Of the item, or of the order where it is about its address. */
  id: string;
  first: unknown;
  wanted: unknown;
  how: 'begun' | 'answered' | 'refused';
}

/** What a thing may be in the end. */
export type Wished = Pick<Wish, 'what' | 'id'> & { allowed: unknown[] };

const ITEMS = `SELECT id, variant_selections->>'size' AS size FROM order_items WHERE order_id = $1 ORDER BY position`;

/** Of one run: what the customer asked for during the hold, and was told is so. */
export class HeldChanges {
  private readonly things = new Map<string, Wished>();
  private wishes: Wish[] = [];

  constructor(private readonly shop: MoneyShop) {}

  async make(orderId: string, change: Change): Promise<void> {
    if (change.kind === 'readdress') return this.readdress(orderId, { ...ADDRESS, zip: change.zip });
    const items = await this.shop.rows<Item & Record<string, unknown>>(ITEMS, [orderId]);
    const item = items[change.line % Math.max(1, items.length)];
    if (!item) return;
    if (change.kind === 'place') await this.place(orderId, item, { ...FIRST_PLACEMENT, scale: change.scale });
    else await this.resize(orderId, item, change.size);
  }

  /** What is answered later counts; what is asked for at the same time may come in either order, and what died may have come too. */
  endScene(): void {
    const touched = new Set(this.wishes.map(keyOf));
    for (const key of touched) this.settle(this.wishes.filter((wish) => keyOf(wish) === key));
    this.wishes = [];
  }

  get wished(): Wished[] {
    return [...this.things.values()];
  }

  private place(orderId: string, { id }: Item, designConfig: Required<DesignConfig>): Promise<void> {
    const change = () => this.shop.get(ChangeOrderItem).execute(orderId, id, { designConfig });
    return this.keep({ what: 'placement', id, first: FIRST_PLACEMENT, wanted: designConfig }, change);
  }

  private resize(orderId: string, { id, size: had }: Item, size: string): Promise<void> {
    const change = () => this.shop.get(ChangeOrderItem).execute(orderId, id, { variantSelections: { size } });
    return this.keep({ what: 'size', id, first: had === null ? null : FIRST_SIZE, wanted: size }, change);
  }

  private readdress(orderId: string, address: ShippingAddress): Promise<void> {
    const change = () => this.shop.get(ChangeOrderAddress).execute(orderId, address);
    return this.keep({ what: 'address', id: orderId, first: ADDRESS, wanted: address }, change);
  }

  private async keep(about: Omit<Wish, 'how'>, change: () => Promise<void>): Promise<void> {
    const wish: Wish = { ...about, how: 'begun' };
    this.wishes.push(wish);
    try {
      await change();
      wish.how = 'answered';
    } catch (error) {
      if (error instanceof DomainError) wish.how = 'refused';
      throw error;
    }
  }

  private settle(wishes: readonly Wish[]): void {
    const [one] = wishes;
    if (!one) return;
    const wantedAs = (how: Wish['how']) => wishes.filter((wish) => wish.how === how).map(({ wanted }) => wanted);
    const [answered, begun] = [wantedAs('answered'), wantedAs('begun')];
    const before = this.things.get(keyOf(one))?.allowed ?? [one.first];
    this.things.set(keyOf(one), {
      what: one.what,
      id: one.id,
      allowed: [...(answered.length > 0 ? answered : before), ...begun],
    });
  }
}

const keyOf = ({ what, id }: Pick<Wish, 'what' | 'id'>): string => `${what} of ${id}`;
