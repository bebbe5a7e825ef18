import { Controller, Header, Param, type StreamableFile } from '@nestjs/common';
import { getOrderReceipt } from '@shop/contracts-order/routes';
import { Route, uuidPipe } from '@shop/service-kit';
import { ReceiptsService } from '../receipts/receipts.service.js';

@Controller()
export class OrderReceiptsController {
  constructor(private readonly receipts: ReceiptsService) {}

  @Route(getOrderReceipt)
  @Header('cache-control', 'no-store')
  downloadReceipt(@Param('id', uuidPipe) id: string): Promise<StreamableFile> {
    return this.receipts.downloadReceipt(id);
  }
}
