import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, MESSAGES } from '@shop/contracts-common';
import type { AuditActor, SeenVersions } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { OrdersRepository } from '../orders/orders.repository.js';
import { type NewReprint, ReprintsService } from '../reprints/reprints.service.js';
import { OrderVersionsService } from './order-versions.service.js';

/** An admin sends items of an order again. */
@Injectable()
export class ReprintRequestsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly versions: OrderVersionsService,
    private readonly reprints: ReprintsService,
  ) {}

  /** Decided on the order's status, address and money. A repeated request makes one reprint, whatever the version. */
  async requestReprint(orderId: string, request: NewReprint, by: AuditActor, seen: SeenVersions): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      if (!order) throw new DomainError('ORDER_UNKNOWN', 'not-found', MESSAGES.notFound);
      if (await this.reprints.isRequested(manager, order, request)) return;
      await this.versions.assertUnchanged(manager, order, ['status', 'address', 'money'], seen);
      await this.reprints.requestReprint(manager, order, request, by);
    });
  }
}
