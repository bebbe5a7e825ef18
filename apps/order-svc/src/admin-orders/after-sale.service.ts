import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { AdminOrderDetail } from '@shop/contracts-order';
import { DataSource } from 'typeorm';
import type { OrderItem } from '../orders/order-item.entity.js';
import type { Order } from '../orders/order.entity.js';
import { toProblemReport } from '../problem-reports/problem-report.js';
import { ProblemReportsRepository } from '../problem-reports/problem-reports.repository.js';
import { toAdminReprint } from '../reprints/reprint.mapper.js';
import { ReprintObstaclesService } from '../reprints/reprint-obstacles.service.js';
import { ReprintsRepository } from '../reprints/reprints.repository.js';

/** What admins see of an order after it was sent. */
@Injectable()
export class AfterSaleService {
  constructor(
    private readonly reports: ProblemReportsRepository,
    private readonly reprints: ReprintsRepository,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly obstacles: ReprintObstaclesService,
  ) {}

  async getAfterSale(
    order: Order,
    items: readonly OrderItem[],
  ): Promise<Required<Pick<AdminOrderDetail, 'problems' | 'reprints' | 'canBeReprinted'>>> {
    const reports = await this.reports.listByOrder(order.id);
    const reprints = await this.reprints.listByOrder(order.id);
    return {
      problems: reports.map((report) => toProblemReport(report, items)),
      reprints: reprints.map((reprint) => toAdminReprint(reprint, items)),
      canBeReprinted: (await this.obstacles.findObstacle(this.dataSource.manager, order)) === null,
    };
  }
}
