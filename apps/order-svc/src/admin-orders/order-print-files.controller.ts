import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import type { AdminOrderDetail } from '@shop/contracts/order';
import { Access, actorOf, Caller, uuidParam } from '@shop/service-kit';
import { RemakePrintFiles } from '../print-files/remake-print-files.js';
import { OrderDetail } from './order-detail.js';

const noneLacking = (): DomainError =>
  new DomainError('PRINT_FILE_NOT_LACKING', 'conflict', 'No print file of this order is missing, or it is being made.');

@Controller('api/admin/orders/:id/print-files')
export class OrderPrintFilesController {
  constructor(
    private readonly remake: RemakePrintFiles,
    private readonly detail: OrderDetail,
  ) {}

  @Post()
  @HttpCode(200)
  @Access('admin')
  async make(@Caller() caller: Caller, @Param('id', uuidParam) id: string): Promise<AdminOrderDetail> {
    if (!(await this.remake.execute(id, actorOf(caller)))) throw noneLacking();
    return this.detail.read(id);
  }
}
