import { Body, Controller, Param, UseInterceptors } from '@nestjs/common';
import type { Cart } from '@shop/contracts/order';
import {
  addToCart,
  changeQuantity,
  getCart,
  removeCartItem,
  replaceQuantity,
  type BodyOf,
} from '@shop/contracts/routes';
import { Caller, uuidPipe, zodPipe, Route } from '@shop/service-kit';
import { CartCookieInterceptor } from './cart-cookie.interceptor.js';
import { CartsService } from './carts.service.js';

type AddBody = BodyOf<typeof addToCart>;
type QuantityBody = BodyOf<typeof changeQuantity>;

@Controller()
@UseInterceptors(CartCookieInterceptor)
export class CartsController {
  constructor(private readonly cartsService: CartsService) {}

  @Route(getCart)
  getCart(@Caller() caller: Caller): Promise<Cart> {
    return this.cartsService.getCart(caller);
  }

  @Route(addToCart)
  addItem(@Caller() caller: Caller, @Body(zodPipe(addToCart.body)) body: AddBody): Promise<Cart> {
    return this.cartsService.addItem(caller, body);
  }

  @Route(changeQuantity)
  changeQuantity(
    @Caller() caller: Caller,
    @Param('itemId', uuidPipe) itemId: string,
    @Body(zodPipe(changeQuantity.body)) body: QuantityBody,
  ): Promise<Cart> {
    return this.cartsService.changeQuantity(caller, itemId, body.quantity);
  }

  @Route(replaceQuantity)
  replaceQuantity(
    @Caller() caller: Caller,
    @Param('itemId', uuidPipe) itemId: string,
    @Body(zodPipe(replaceQuantity.body)) body: QuantityBody,
  ): Promise<Cart> {
    return this.cartsService.changeQuantity(caller, itemId, body.quantity);
  }

  @Route(removeCartItem)
  removeItem(@Caller() caller: Caller, @Param('itemId', uuidPipe) itemId: string): Promise<Cart> {
    return this.cartsService.removeItem(caller, itemId);
  }
}
