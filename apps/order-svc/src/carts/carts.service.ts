import { Injectable } from '@nestjs/common';
import type { Cart } from '@shop/contracts/order';
import type { Caller } from '@shop/service-kit';
import type { CartLine } from './cart-line.rules.js';
import { fitsAnOrder } from './cart-pricing.rules.js';
import { cartTooLarge, itemUnknown } from './cart.errors.js';
import { CartsRepository, type CartSnapshot } from './carts.repository.js';
import { CartUpdatesService } from './cart-updates.service.js';

function getLine(snapshot: CartSnapshot | null, lineId: string): { cart: CartSnapshot; line: CartLine } {
  const line = snapshot?.lines.find(({ id }) => id === lineId);
  if (!snapshot || !line) throw itemUnknown();
  return { cart: snapshot, line };
}

@Injectable()
export class CartsService {
  constructor(
    private readonly cartUpdates: CartUpdatesService,
    private readonly carts: CartsRepository,
  ) {}

  getCart(caller: Caller): Promise<Cart> {
    return this.cartUpdates.getCart(caller);
  }

  changeQuantity(caller: Caller, lineId: string, quantity: number): Promise<Cart> {
    return this.cartUpdates.updateCart(caller, (snapshot) => {
      const { cart, line } = getLine(snapshot, lineId);
      const lines = cart.lines.map((other) => (other === line ? { ...line, quantity } : other));
      // A smaller quantity is always accepted, because a higher price may have made the cart too large.
      if (quantity > line.quantity && !fitsAnOrder(lines)) throw cartTooLarge();
      return { lines, write: () => this.carts.setQuantity(cart, lineId, quantity) };
    });
  }

  removeItem(caller: Caller, lineId: string): Promise<Cart> {
    return this.cartUpdates.updateCart(caller, (snapshot) => {
      const { cart, line } = getLine(snapshot, lineId);
      return { lines: cart.lines.filter((other) => other !== line), write: () => this.carts.removeLine(cart, lineId) };
    });
  }
}
