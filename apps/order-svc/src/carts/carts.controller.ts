import { Body, Controller, Headers, Param, UseInterceptors } from '@nestjs/common';
import type { Cart } from '@shop/contracts-order';
import { type BodyOf } from '@shop/contracts-common/routes';
import { addToCart, changeCartItem, getCart, removeCartItem, replaceCartItem } from '@shop/contracts-order/routes';
import { Caller, parseIdempotencyKey, uuidPipe, zodPipe, Route } from '@shop/service-kit';
import { CartCookieInterceptor } from './cart-cookie.interceptor.js';
import { CartsService } from './carts.service.js';

type AddBody = BodyOf<typeof addToCart>;
type ChangeBody = BodyOf<typeof changeCartItem>;

@Controller()
@UseInterceptors(CartCookieInterceptor)
export class CartsController {
  constructor(private readonly cartsService: CartsService) {}

  @Route(getCart)
  getCart(@Caller() caller: Caller): Promise<Cart> {
    return this.cartsService.getCart(caller);
  }

  @Route(addToCart)
  addItem(
    @Caller() caller: Caller,
    @Body(zodPipe(addToCart.body)) body: AddBody,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<Cart> {
    return this.cartsService.addItem(caller, body, parseIdempotencyKey(key));
  }

  @Route(changeCartItem)
  changeItem(
    @Caller() caller: Caller,
    @Param('itemId', uuidPipe) itemId: string,
    @Body(zodPipe(changeCartItem.body)) body: ChangeBody,
  ): Promise<Cart> {
    return this.cartsService.changeItem(caller, itemId, body);
  }

  @Route(replaceCartItem)
  replaceItem(
    @Caller() caller: Caller,
    @Param('itemId', uuidPipe) itemId: string,
    @Body(zodPipe(replaceCartItem.body)) body: ChangeBody,
  ): Promise<Cart> {
    return this.cartsService.changeItem(caller, itemId, body);
  }

  @Route(removeCartItem)
  removeItem(@Caller() caller: Caller, @Param('itemId', uuidPipe) itemId: string): Promise<Cart> {
    return this.cartsService.removeItem(caller, itemId);
  }
}
