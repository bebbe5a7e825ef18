import { Module } from '@nestjs/common';
import { CatalogueRepository } from './catalogue.repository.js';
import { OrdersController } from './orders.controller.js';
import { OrdersRepository } from './orders.repository.js';
import { OrdersService } from './orders.service.js';
import { PrinterControlController } from './printer-control.controller.js';
import { PrinterControlService } from './printer-control.service.js';
import { ProductsController } from './products.controller.js';
import { StageReportsService } from './stage-reports.service.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';

/** The part of Printful's API that the shop uses, and a printer that prints nothing. */
@Module({
  controllers: [OrdersController, ProductsController, WebhooksController, PrinterControlController],
  providers: [
    CatalogueRepository,
    OrdersRepository,
    OrdersService,
    StageReportsService,
    WebhooksService,
    PrinterControlService,
  ],
  exports: [OrdersService, PrinterControlService],
})
export class PrintfulModule {}
