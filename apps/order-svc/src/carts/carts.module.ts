import { Module } from '@nestjs/common';
import { StatementsModule } from '../database/statements.module.js';
import { GuestsModule } from '../guests/guests.module.js';
import { AddToCart } from './add-to-cart.js';
import { CartsController } from './carts.controller.js';
import { CartsRepository } from './carts.repository.js';
import { CartsService } from './carts.service.js';
import { ChangeCart } from './change-cart.js';
import { OffersRepository } from './offers.repository.js';

@Module({
  imports: [StatementsModule, GuestsModule],
  controllers: [CartsController],
  providers: [CartsRepository, OffersRepository, ChangeCart, CartsService, AddToCart],
  exports: [CartsRepository],
})
export class CartsModule {}
