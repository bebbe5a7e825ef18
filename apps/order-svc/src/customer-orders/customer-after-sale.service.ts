import { Injectable } from '@nestjs/common';
import type { CustomerOrder } from '@shop/contracts-order';
import type { OrderItem } from '../orders/order-item.entity.js';
import type { Order } from '../orders/order.entity.js';
import { findReportTime } from '../problem-reports/problem-report.rules.js';
import { toProblemReport } from '../problem-reports/problem-report.js';
import { ProblemReportsRepository } from '../problem-reports/problem-reports.repository.js';
import { toReprint } from '../reprints/reprint.mapper.js';
import { ReprintsRepository } from '../reprints/reprints.repository.js';

type AfterSale = Pick<CustomerOrder, 'problems' | 'reprints'>;

/** What customers see of an order after it was sent. */
@Injectable()
export class CustomerAfterSaleService {
  constructor(
    private readonly reports: ProblemReportsRepository,
    private readonly reprints: ReprintsRepository,
  ) {}

  async getAfterSale({ id, status }: Order, items: readonly OrderItem[]): Promise<AfterSale> {
    if (status !== 'shipped' && status !== 'delivered') return {};
    const [reports, reprints, deliveries] = await Promise.all([
      this.reports.listByOrder(id),
      this.reprints.listByOrder(id),
      this.reports.findDeliveries(id),
    ]);
    const { canReport, until } = findReportTime({ status, ...deliveries });
    return {
      problems: {
        canReport,
        reportableUntil: until?.toISOString() ?? null,
        reports: reports.map((report) => toProblemReport(report, items)),
      },
      ...(reprints.length > 0 && { reprints: reprints.map((reprint) => toReprint(reprint, items)) }),
    };
  }
}
