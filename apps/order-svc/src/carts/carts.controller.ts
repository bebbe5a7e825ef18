import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put, UseInterceptors } from '@nestjs/common';
import { addToCartRequestSchema, changeQuantityRequestSchema, type Cart } from '@shop/contracts/order';
import { Access, Caller, uuidPipe, zodPipe } from '@shop/service-kit';
import type { z } from 'zod';
import { CartsService } from './carts.service.js';
import { CartCookieInterceptor } from './cart-cookie.interceptor.js';

type AddBody = z.output<typeof addToCartRequestSchema>;
type QuantityBody = z.output<typeof changeQuantityRequestSchema>;

@Controller('api/cart')
@UseInterceptors(CartCookieInterceptor)
export class CartsController {
  constructor(private readonly cartsService: CartsService) {}

  @Get()
  @Access('public')
  getCart(@Caller() caller: Caller): Promise<Cart> {
    return this.cartsService.getCart(caller);
  }

  @Post()
  @HttpCode(200)
  @Access('guest')
  addItem(@Caller() caller: Caller, @Body(zodPipe(addToCartRequestSchema)) body: AddBody): Promise<Cart> {
    return this.cartsService.addItem(caller, body);
  }

  @Patch(':itemId')
  @Access('session')
  changeQuantity(
    @Caller() caller: Caller,
    @Param('itemId', uuidPipe) itemId: string,
    @Body(zodPipe(changeQuantityRequestSchema)) body: QuantityBody,
  ): Promise<Cart> {
    return this.cartsService.changeQuantity(caller, itemId, body.quantity);
  }

  @Put(':itemId')
  @Access('session')
  replaceQuantity(
    @Caller() caller: Caller,
    @Param('itemId', uuidPipe) itemId: string,
    @Body(zodPipe(changeQuantityRequestSchema)) body: QuantityBody,
  ): Promise<Cart> {
    return this.cartsService.changeQuantity(caller, itemId, body.quantity);
  }

  @Delete(':itemId')
  @Access('session')
  removeItem(@Caller() caller: Caller, @Param('itemId', uuidPipe) itemId: string): Promise<Cart> {
    return this.cartsService.removeItem(caller, itemId);
  }
}
