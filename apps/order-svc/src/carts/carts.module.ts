import { Module } from '@nestjs/common';
import { PrintCatalogueModule } from '../print-catalogue/print-catalogue.module.js';
import { GuestsModule } from '../guests/guests.module.js';
import { CartsService } from './carts.service.js';
import { CartsController } from './carts.controller.js';
import { CartsRepository } from './carts.repository.js';

@Module({
  imports: [GuestsModule, PrintCatalogueModule],
  controllers: [CartsController],
  providers: [CartsRepository, CartsService],
  exports: [CartsRepository],
})
export class CartsModule {}
