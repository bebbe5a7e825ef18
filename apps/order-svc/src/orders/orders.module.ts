import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { GuestsModule } from '../guests/guests.module.js';
import { OrderEvents } from './order-events.js';
import { OrderLinks } from './order-links.js';
import { MoneyBackRepository } from './money-back.repository.js';
import { OrderHistory } from './order-history.js';
import { OrdersController } from './orders.controller.js';
import { OrdersRepository } from './orders.repository.js';
import { OrdersService } from './orders.service.js';

@Module({
  imports: [GuestsModule, AuditModule],
  controllers: [OrdersController],
  providers: [MoneyBackRepository, OrdersRepository, OrdersService, OrderHistory, OrderLinks, OrderEvents],
  exports: [MoneyBackRepository, OrdersRepository, OrdersService, OrderHistory, OrderLinks, OrderEvents],
})
export class OrdersModule {}
