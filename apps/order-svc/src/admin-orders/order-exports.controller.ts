import { Controller, Query, type StreamableFile } from '@nestjs/common';
import { type QueryOf } from '@shop/contracts-common/routes';
import { exportAdminOrders, exportAdminOrdersSheet } from '@shop/contracts-order/routes';
import { Caller, Route, zodPipe } from '@shop/service-kit';
import { CSV, XLSX } from './order-file-formats.js';
import { OrderExportsService } from './order-exports.service.js';

@Controller()
export class OrderExportsController {
  constructor(private readonly orderExports: OrderExportsService) {}

  @Route(exportAdminOrders)
  downloadCsv(
    @Caller() caller: Caller,
    @Query(zodPipe(exportAdminOrders.query)) query: QueryOf<typeof exportAdminOrders>,
  ): Promise<StreamableFile> {
    return this.orderExports.exportOrders(caller, query, CSV);
  }

  @Route(exportAdminOrdersSheet)
  downloadSheet(
    @Caller() caller: Caller,
    @Query(zodPipe(exportAdminOrdersSheet.query)) query: QueryOf<typeof exportAdminOrdersSheet>,
  ): Promise<StreamableFile> {
    return this.orderExports.exportOrders(caller, query, XLSX);
  }
}
