import { Module } from '@nestjs/common';
import { GuestsModule } from '../guests/guests.module.js';
import { OrderEvents } from './order-events.js';
import { OrdersController } from './orders.controller.js';
import { OrdersRepository } from './orders.repository.js';
import { OrdersService } from './orders.service.js';

@Module({
  imports: [GuestsModule],
  controllers: [OrdersController],
  providers: [OrdersRepository, OrdersService, OrderEvents],
  exports: [OrdersRepository, OrdersService, OrderEvents],
})
export class OrdersModule {}
