import { Controller, Param } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import type { AdminOrderDetail } from '@shop/contracts/order';
import { recreatePrintFiles } from '@shop/contracts/routes';
import { toAuditActor, Caller, uuidPipe, Route } from '@shop/service-kit';
import { PrintFileRequestsService } from '../fulfilment/print-file-requests.service.js';
import { OrderDetailService } from './order-detail.service.js';

const noPrintFileMissing = (): DomainError =>
  new DomainError('PRINT_FILE_NOT_LACKING', 'conflict', 'No print file of this order is missing, or it is being made.');

@Controller()
export class OrderPrintFilesController {
  constructor(
    private readonly printFileRequests: PrintFileRequestsService,
    private readonly orderDetail: OrderDetailService,
  ) {}

  @Route(recreatePrintFiles)
  async requestPrintFiles(@Caller() caller: Caller, @Param('id', uuidPipe) id: string): Promise<AdminOrderDetail> {
    if (!(await this.printFileRequests.requestMissingPrintFiles(id, toAuditActor(caller)))) throw noPrintFileMissing();
    return this.orderDetail.getOrderDetail(id);
  }
}
