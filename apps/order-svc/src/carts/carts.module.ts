import { Module } from '@nestjs/common';
import { GuestsModule } from '../guests/guests.module.js';
import { AddToCartService } from './add-to-cart.service.js';
import { CartsController } from './carts.controller.js';
import { CartsRepository } from './carts.repository.js';
import { CartsService } from './carts.service.js';
import { CartUpdatesService } from './cart-updates.service.js';
import { OffersRepository } from './offers.repository.js';

@Module({
  imports: [GuestsModule],
  controllers: [CartsController],
  providers: [CartsRepository, OffersRepository, CartUpdatesService, CartsService, AddToCartService],
  exports: [CartsRepository],
})
export class CartsModule {}
