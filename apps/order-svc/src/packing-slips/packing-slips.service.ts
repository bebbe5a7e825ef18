import { randomUUID } from 'node:crypto';
import { Inject, Injectable, StreamableFile } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, MESSAGES } from '@shop/contracts-common';
import { type AuditActor, AuditTrail, CONFIG } from '@shop/service-kit';
import { DataSource, In } from 'typeorm';
import type { Config } from '../config.js';
import { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { getPageSize } from '../receipts/page-size.js';
import { listPrintedSeller } from '../receipts/receipt.rules.js';
import { ShopSettingsService } from '../shop-settings/shop-settings.service.js';
import { findSlipProblem, type SlipIssuer, toPackingSlip } from './packing-slip.rules.js';
import { PackingSlipsPdf } from './packing-slips-pdf.js';

/** Orders in memory at a time. */
const BATCH = 20;

/** One PDF with the packing slips of many orders. */
@Injectable()
export class PackingSlipsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly auditTrail: AuditTrail,
    private readonly shopSettings: ShopSettingsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * The pages are made while they are sent. A later error breaks the connection, so that an incomplete file never looks complete.
   *
   * @throws DomainError `not-found` if none of the orders exists
   */
  async downloadSlips(orderNumbers: readonly string[], by: AuditActor): Promise<StreamableFile> {
    const numbers = [...new Set(orderNumbers)];
    if (!(await this.dataSource.manager.existsBy(Order, { orderNumber: In(numbers) })))
      throw new DomainError('ORDER_UNKNOWN', 'not-found', MESSAGES.notFound);
    await this.dataSource.transaction((manager) =>
      this.auditTrail.addEntry(manager, {
        actor: by,
        action: 'orders.packing-slips-downloaded',
        subject: { type: 'export', id: randomUUID() },
        before: null,
        after: { orders: numbers },
      }),
    );
    const [shop = ''] = listPrintedSeller(await this.shopSettings.getSeller(), this.config);
    const timeZone = await this.shopSettings.getShopTimeZone();
    const pdf = new PackingSlipsPdf(getPageSize(this.config.SELLER_COUNTRY), shop);
    this.addSlips(pdf, numbers, { shop, timeZone }).then(
      () => pdf.document.end(),
      (error: unknown) => pdf.document.destroy(error as Error),
    );
    return new StreamableFile(pdf.document, {
      type: 'application/pdf',
      disposition: 'attachment; filename="packing-slips.pdf"',
    });
  }

  private async addSlips(pdf: PackingSlipsPdf, numbers: readonly string[], issuer: SlipIssuer): Promise<void> {
    const missing: string[] = [];
    for (let start = 0; start < numbers.length && !pdf.document.destroyed; start += BATCH) {
      const batch = numbers.slice(start, start + BATCH);
      const found = await this.dataSource.manager.find(Order, {
        where: { orderNumber: In(batch) },
        order: { id: 'ASC' },
      });
      const orders = new Map(found.map((order) => [order.orderNumber, order]));
      const items = await this.orders.listItems(found.map(({ id }) => id));
      for (const number of batch) {
        const order = orders.get(number);
        const problem = order ? findSlipProblem(order) : 'there is no such order';
        if (!order || problem !== null) missing.push(`${number}: ${problem}`);
        else await pdf.addSlip(toPackingSlip(order, items.get(order.id) ?? [], issuer));
      }
    }
    if (missing.length > 0) await pdf.addMissing(missing);
  }
}
