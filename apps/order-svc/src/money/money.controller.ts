import { Controller, Param } from '@nestjs/common';
import type { AdminMoney, DiscrepancyResolution } from '@shop/contracts-order';
import { getAdminMoney, resolveDiscrepancy } from '@shop/contracts-order/routes';
import { listPermissions, toAuditActor, Caller, uuidPipe, Route } from '@shop/service-kit';
import { RefundApprovalService } from '../admin-orders/refund-approval.service.js';
import { DiscrepancyResolutionService } from './discrepancy-resolution.service.js';
import { MoneyOverviewRepository } from './money-overview.repository.js';

@Controller()
export class MoneyController {
  constructor(
    private readonly overview: MoneyOverviewRepository,
    private readonly discrepancyResolution: DiscrepancyResolutionService,
    private readonly refundApproval: RefundApprovalService,
  ) {}

  @Route(getAdminMoney)
  getOverview(): Promise<AdminMoney> {
    return this.overview.getOverview();
  }

  @Route(resolveDiscrepancy)
  async resolveDiscrepancy(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
  ): Promise<DiscrepancyResolution> {
    const actor = toAuditActor(caller);
    const rights = {
      permissions: listPermissions(caller),
      assertMayRefund: (cents: number) => this.refundApproval.assertMayRefund(caller, cents),
    };
    return { message: await this.discrepancyResolution.resolveDiscrepancy(id, actor, rights) };
  }
}
