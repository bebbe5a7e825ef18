import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import {
  BUSY_DELAY_MS,
  computeRetryDelay,
  REJECTION_DELAY_MS,
  shouldAlertAdmins,
  withPrinterMessage,
} from '../fulfilment/fulfilment.rules.js';
import type { Fulfilment } from '../fulfilment/fulfilments.repository.js';
import { FulfilmentQueueService } from '../fulfilment/fulfilment-queue.service.js';
import { PrinterEventsService } from './printer-events.service.js';
import {
  PrinterBusyError,
  PrintOutOfStockError,
  PrintRejectedError,
  type PrintOrder,
} from '../fulfilment/print-provider.js';
import { PrintProviders } from '../fulfilment/print-providers.js';

interface ClaimedOrder {
  order: PrintOrder;
  claim: string;
  fulfilment: Fulfilment;
}

/**
 * Submits paid orders to the printer after their change window, each exactly once, also after crashes. The order is
 * claimed and read under its lock; the printer is called outside of any transaction with the order's own number; its
 * answer is stored. After an interrupted attempt, the next one first asks whether the printer has the order.
 */
@Injectable()
export class OrderSubmissionService {
  constructor(
    private readonly fulfilmentQueue: FulfilmentQueueService,
    private readonly printProviders: PrintProviders,
    private readonly printerEvents: PrinterEventsService,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Submits all orders that are due now. */
  async submitDueOrders(): Promise<void> {
    while (await this.submitNext()) continue;
  }

  /** False if no order is due. */
  private async submitNext(): Promise<boolean> {
    const claimed = await this.claimNext();
    if (claimed === 'none') return false;
    if (claimed !== 'waiting') await this.submit(claimed);
    return true;
  }

  private async claimNext(): Promise<ClaimedOrder | 'waiting' | 'none'> {
    const claim = randomUUID();
    const { current, reachable } = this.printProviders;
    const found = await this.fulfilmentQueue.claimNextDue({
      claim,
      leaseMs: this.config.FULFILMENT_LEASE_MS,
      printers: { current: current?.name ?? null, reachable },
    });
    return typeof found === 'string' ? found : { ...found, claim };
  }

  private async submit({ order, claim, fulfilment }: ClaimedOrder): Promise<void> {
    const { orderId } = order;
    try {
      const provider = this.printProviders.getProvider(fulfilment.provider);
      if (!provider) throw new Error('An order that an admin prints cannot be submitted');
      const known = fulfilment.attempts > 1 ? await provider.retrieve(orderId) : null;
      const printerOrder =
        known?.status === 'draft' ? await provider.submitDraft(order) : (known ?? (await provider.submit(order)));
      await this.printerEvents.applySubmissionResult(orderId, printerOrder, claim);
    } catch (error) {
      await this.postpone(orderId, claim, fulfilment.attempts, error);
    }
  }

  private async postpone(orderId: string, claim: string, attempts: number, error: unknown): Promise<void> {
    if (error instanceof PrintOutOfStockError) {
      this.logger.error({ err: error, orderId }, 'an ordered article is out of stock at the printer');
      return this.fulfilmentQueue.postponeOutOfStock(orderId, claim, error);
    }
    const isRejected = error instanceof PrintRejectedError;
    const isBusy = error instanceof PrinterBusyError;
    const message = isRejected || isBusy ? error.message : 'The printer does not answer.';
    const reason = withPrinterMessage(message, isRejected ? error.detail : null);
    const isAlert = isRejected || shouldAlertAdmins(attempts);
    this.logger[isAlert ? 'error' : 'warn'](
      { err: error, orderId, attempts },
      'an order could not be submitted to the printer, it is tried again',
    );
    const retryDelayMs = isBusy ? BUSY_DELAY_MS : computeRetryDelay(attempts);
    const delayMs = isRejected ? REJECTION_DELAY_MS : retryDelayMs;
    await this.fulfilmentQueue.postponeOrder(orderId, claim, { delayMs, alert: isAlert ? { reason, message } : null });
  }
}
