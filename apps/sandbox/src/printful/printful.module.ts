import { Module, type DynamicModule } from '@nestjs/common';
import type { Config } from '../config.js';
import { CatalogueRepository } from './catalogue.repository.js';
import { OrdersController } from './orders.controller.js';
import { OrdersRepository } from './orders.repository.js';
import { OrdersService } from './orders.service.js';
import { PrinterControlController } from './printer-control.controller.js';
import { PrinterControlService } from './printer-control.service.js';
import { PrintFilesController } from './print-files.controller.js';
import { ProductsController } from './products.controller.js';
import { StageReportsService } from './stage-reports.service.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';

const API = [OrdersController, ProductsController, PrintFilesController, WebhooksController];

/** The part of Printful's API that the shop uses, and a printer that prints nothing. */
@Module({})
export class PrintfulModule {
  static with({ NODE_ENV }: Config): DynamicModule {
    return {
      module: PrintfulModule,
      controllers: NODE_ENV === 'production' ? API : [...API, PrinterControlController],
      providers: [
        CatalogueRepository,
        OrdersRepository,
        OrdersService,
        StageReportsService,
        WebhooksService,
        PrinterControlService,
      ],
    };
  }
}
