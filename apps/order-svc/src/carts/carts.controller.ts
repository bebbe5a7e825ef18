import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put, UseInterceptors } from '@nestjs/common';
import { addToCartRequestSchema, changeQuantityRequestSchema, type Cart } from '@shop/contracts/order';
import { Access, Caller, uuidParam, zod } from '@shop/service-kit';
import type { z } from 'zod';
import { AddToCart } from './add-to-cart.js';
import { CartMarker } from './cart-marker.js';
import { CartsService } from './carts.service.js';

type AddBody = z.output<typeof addToCartRequestSchema>;
type QuantityBody = z.output<typeof changeQuantityRequestSchema>;

@Controller('api/cart')
@UseInterceptors(CartMarker)
export class CartsController {
  constructor(
    private readonly carts: CartsService,
    private readonly addToCart: AddToCart,
  ) {}

  @Get()
  @Access('public')
  read(@Caller() caller: Caller): Promise<Cart> {
    return this.carts.read(caller);
  }

  @Post()
  @HttpCode(200)
  @Access('guest')
  add(@Caller() caller: Caller, @Body(zod(addToCartRequestSchema)) body: AddBody): Promise<Cart> {
    return this.addToCart.execute(caller, body);
  }

  @Patch(':itemId')
  @Access('session')
  change(
    @Caller() caller: Caller,
    @Param('itemId', uuidParam) itemId: string,
    @Body(zod(changeQuantityRequestSchema)) body: QuantityBody,
  ): Promise<Cart> {
    return this.carts.changeQuantity(caller, itemId, body.quantity);
  }

  @Put(':itemId')
  @Access('session')
  replace(
    @Caller() caller: Caller,
    @Param('itemId', uuidParam) itemId: string,
    @Body(zod(changeQuantityRequestSchema)) body: QuantityBody,
  ): Promise<Cart> {
    return this.carts.changeQuantity(caller, itemId, body.quantity);
  }

  @Delete(':itemId')
  @Access('session')
  remove(@Caller() caller: Caller, @Param('itemId', uuidParam) itemId: string): Promise<Cart> {
    return this.carts.removeItem(caller, itemId);
  }
}
