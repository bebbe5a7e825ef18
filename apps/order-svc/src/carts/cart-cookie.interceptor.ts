import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { CART_COOKIE, type Cart } from '@shop/contracts-order';
import { tap, type Observable } from 'rxjs';

/** The lifetime of a session. */
const COOKIE_SECONDS = 30 * 24 * 60 * 60;

/** Sets a cookie that scripts can read, so that the browser requests a cart only if there is one. */
@Injectable()
export class CartCookieInterceptor implements NestInterceptor<Cart, Cart> {
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
