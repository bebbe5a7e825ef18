import { Inject, Injectable, type OnModuleInit, StreamableFile } from '@nestjs/common';
import { DomainError, MESSAGES } from '@shop/contracts-common';
import { CONFIG, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import type { Order } from '../orders/order.entity.js';
import { RefundSummaryRepository } from '../orders/refund-summary.repository.js';
import { RefundsRepository } from '../payments/refunds.repository.js';
import { renderReceipt } from './receipt-pdf.js';
import { getPageSize } from './page-size.js';
import { listPrintedSeller, type Receipt, toReceipt } from './receipt.rules.js';
import { ShopSettingsService } from '../shop-settings/shop-settings.service.js';

const isPaid = (order: Order): order is Order & { paidAt: Date } => order.paidAt !== null;

const notPaid = (): DomainError =>
  new DomainError('RECEIPT_UNPAID', 'conflict', 'This order is not paid, so there is no receipt.');

/** Receipts of paid orders as PDF. The caller checks the access. */
@Injectable()
export class ReceiptsService implements OnModuleInit {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly refunds: RefundsRepository,
    private readonly refundSummaries: RefundSummaryRepository,
    private readonly shopSettings: ShopSettingsService,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    const { NODE_ENV, SELLER_NAME, SELLER_ADDRESS } = this.config;
    if (NODE_ENV === 'production' && (!SELLER_NAME || SELLER_ADDRESS.length === 0))
      this.logger.warn(
        'receipts lack the seller unless the settings of the shop have it: SELLER_NAME and SELLER_ADDRESS are not both set',
      );
  }

  /** The file for a download. */
  async downloadReceipt(orderId: string): Promise<StreamableFile> {
    const receipt = await this.getReceipt(orderId);
    const bytes = await renderReceipt(receipt, getPageSize(this.config.SELLER_COUNTRY));
    return new StreamableFile(bytes, {
      type: 'application/pdf',
      disposition: `attachment; filename="receipt-${receipt.orderNumber}.pdf"`,
      length: bytes.length,
    });
  }

  /** @throws DomainError `conflict` for an order that was never paid */
  async getReceipt(orderId: string): Promise<Receipt> {
    const order = await this.orders.find(orderId);
    if (!order) throw new DomainError('ORDER_UNKNOWN', 'not-found', MESSAGES.notFound);
    if (!isPaid(order)) throw notPaid();
    const [items, refunds, refundSummary, seller] = await Promise.all([
      this.orders.listItems([orderId]),
      this.refunds.listByOrder(orderId),
      this.refundSummaries.getByOrder(orderId),
      this.shopSettings.getSeller(),
    ]);
    return toReceipt({
      ...{ order, items: items.get(orderId) ?? [], refunds, refundSummary },
      seller: listPrintedSeller(seller, this.config),
    });
  }
}
