import { Inject, Injectable } from '@nestjs/common';
import { DomainError, MESSAGES } from '@shop/contracts/common';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { OrdersRepository } from '../orders/orders.repository.js';
import { BUSY_DELAY_MS, isNotYetSubmitted } from '../fulfilment/fulfilment.rules.js';
import { FulfilmentsRepository, type PollingLimits } from '../fulfilment/fulfilments.repository.js';
import { PrinterEventsService } from './printer-events.service.js';
import { PrinterBusyError, PrintRejectedError, type PrinterOrder } from '../fulfilment/print-provider.js';
import { PrintProviders } from '../fulfilment/print-providers.js';

/**
 * Limits for polling orders whose webhooks may have been lost. The limit per minute is half of Printful's 120 requests.
 */
const POLLING_LIMITS: PollingLimits = { olderThanMs: 30 * 60_000, perRun: 5, perMinute: 60 };

/** Learns the state of orders at the printer: by webhooks, which only say which order to retrieve, and by polling. */
@Injectable()
export class PrinterPollingService {
  constructor(
    private readonly fulfilments: FulfilmentsRepository,
    private readonly orders: OrdersRepository,
    private readonly printProviders: PrintProviders,
    private readonly printerEvents: PrinterEventsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws if the webhook must be delivered again. */
  async handleWebhook(secret: string, body: unknown): Promise<void> {
    const { current } = this.printProviders;
    if (!current) throw new DomainError('WEBHOOK_UNKNOWN', 'not-found', MESSAGES.notFound);
    const orderId = current.verifyWebhook(secret, body);
    if (orderId) await this.pollOrder(orderId);
  }

  async pollOrder(orderId: string): Promise<void> {
    const printerOrder = await this.retrieveOrder(orderId);
    if (printerOrder) await this.printerEvents.applyUpdate(orderId, printerOrder);
  }

  /**
   * Also confirms an order that is a draft at the printer. Not called for a webhook, because somebody may be editing
   * the draft at that moment.
   */
  async pollAndConfirm(orderId: string): Promise<void> {
    const printerOrder = await this.retrieveOrder(orderId);
    if (printerOrder)
      await this.printerEvents.applyUpdate(
        orderId,
        printerOrder.status === 'draft' ? await this.confirmDraft(orderId, printerOrder) : printerOrder,
      );
  }

  /** A failed order does not stop the others from being polled. */
  async pollStaleOrders(): Promise<void> {
    if (!this.printProviders.reachable.includes('printful')) return;
    for (const orderId of await this.fulfilments.claimForPolling(POLLING_LIMITS)) {
      await this.pollAndConfirm(orderId).catch(async (error: unknown) => {
        this.logger.warn({ err: error, orderId }, 'an order could not be polled at the printer');
        if (error instanceof PrinterBusyError)
          await this.fulfilments.setPolledAgo(orderId, POLLING_LIMITS.olderThanMs - BUSY_DELAY_MS);
      });
    }
  }

  /**
   * Retrieves nothing for an order that was not submitted, because another shop with the same account may use that
   * number. Reports an order that the printer lost.
   */
  private async retrieveOrder(orderId: string): Promise<PrinterOrder | null> {
    const fulfilment = await this.fulfilments.findByOrder(orderId);
    const provider = fulfilment && this.printProviders.getProvider(fulfilment.provider);
    if (!provider) return null;
    const printerOrder = await provider.retrieve(orderId);
    // An order that is not submitted yet may still be on its way to the printer.
    if (!printerOrder && !isNotYetSubmitted(fulfilment)) await this.printerEvents.applyMissingOrder(orderId);
    return printerOrder;
  }

  private async confirmDraft(orderId: string, draft: PrinterOrder): Promise<PrinterOrder> {
    const [order, fulfilment] = await Promise.all([this.orders.find(orderId), this.fulfilments.findByOrder(orderId)]);
    const provider =
      order?.status === 'processing' && fulfilment?.state === 'submitted'
        ? this.printProviders.getProvider(fulfilment.provider)
        : null;
    if (!provider) return draft;
    try {
      return await provider.confirm(orderId);
    } catch (error) {
      if (!(error instanceof PrintRejectedError)) throw error;
      return { ...draft, reason: error.detail };
    }
  }
}
