import { Module } from '@nestjs/common';
import { GuestsModule } from '../guests/guests.module.js';
import { CartsService } from './carts.service.js';
import { CartsController } from './carts.controller.js';
import { CartsRepository } from './carts.repository.js';

@Module({
  imports: [GuestsModule],
  controllers: [CartsController],
  providers: [CartsRepository, CartsService],
  exports: [CartsRepository],
})
export class CartsModule {}
