import { Module } from '@nestjs/common';
import { CartsModule } from '../carts/carts.module.js';
import { GuestsModule } from '../guests/guests.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { PersonalDataController } from './personal-data.controller.js';
import { PersonalData } from './personal-data.js';

@Module({
  imports: [CartsModule, GuestsModule, OrdersModule],
  controllers: [PersonalDataController],
  providers: [PersonalData],
})
export class PersonalDataModule {}
