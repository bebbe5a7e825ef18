import { Controller, Header, Param, Query, type StreamableFile } from '@nestjs/common';
import { orderKeyQuerySchema, type OrderKeyQuery } from '@shop/contracts-order';
import { getReceipt } from '@shop/contracts-order/routes';
import { Caller, Route, uuidPipe, zodPipe } from '@shop/service-kit';
import { ReceiptsService } from '../receipts/receipts.service.js';
import { OrderAccessService } from './order-access.service.js';

@Controller()
export class CustomerReceiptsController {
  constructor(
    private readonly access: OrderAccessService,
    private readonly receipts: ReceiptsService,
  ) {}

  @Route(getReceipt)
  @Header('cache-control', 'no-store')
  async downloadReceipt(
    @Caller() caller: Caller,
    @Param('orderId', uuidPipe) orderId: string,
    @Query(zodPipe(orderKeyQuerySchema)) { key }: OrderKeyQuery,
  ): Promise<StreamableFile> {
    await this.access.assertReadable({ caller, key }, orderId);
    return this.receipts.downloadReceipt(orderId);
  }
}
