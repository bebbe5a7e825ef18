import {
  Body,
  Controller,
  Injectable,
  Param,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { CART_COOKIE, type Cart } from '@shop/contracts/order';
import {
  addToCart,
  changeQuantity,
  getCart,
  removeCartItem,
  replaceQuantity,
  type BodyOf,
} from '@shop/contracts/routes';
import { Caller, uuidPipe, zodPipe, Route } from '@shop/service-kit';
import { tap, type Observable } from 'rxjs';
import { CartsService } from './carts.service.js';

type AddBody = BodyOf<typeof addToCart>;
type QuantityBody = BodyOf<typeof changeQuantity>;

/** The lifetime of a session. */
const COOKIE_SECONDS = 30 * 24 * 60 * 60;

/** Sets a cookie that scripts can read, so that the browser requests a cart only if there is one. */
@Injectable()
class CartCookieInterceptor implements NestInterceptor<Cart, Cart> {
  intercept(context: ExecutionContext, next: CallHandler<Cart>): Observable<Cart> {
    const reply = context.switchToHttp().getResponse<{ header(name: string, value: string): unknown }>();
    return next.handle().pipe(
      tap(({ items }) => {
        const [value, seconds] = items.length > 0 ? ['1', COOKIE_SECONDS] : ['', 0];
        reply.header('set-cookie', `${CART_COOKIE}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax`);
        reply.header('cache-control', 'no-store');
      }),
    );
  }
}

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
