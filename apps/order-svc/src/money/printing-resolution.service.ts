import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, isDomainError } from '@shop/contracts/common';
import { AuditTrail, type AuditActor } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { OrderStatusService } from '../admin-orders/order-status.service.js';
import { PrinterPollingService } from '../order-lifecycle/printer-polling.service.js';
import { PrintRetryService } from '../order-lifecycle/print-retry.service.js';
import { PrintFileRequestsService } from '../fulfilment/print-file-requests.service.js';

const printerUnreachableError = () =>
  new DomainError(
    'PRINTER_UNREACHABLE',
    'provider-failed',
    'The printer does not answer right now. Please try again in a moment.',
  );

/** Retries or checks the steps between a paid order and its parcel. */
@Injectable()
export class PrintingResolutionService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly printFileRemakes: PrintFileRequestsService,
    private readonly printingRetries: PrintRetryService,
    private readonly orderStatuses: OrderStatusService,
    private readonly printerStatuses: PrinterPollingService,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** False if no file is missing, or if all were requested a moment ago. */
  remakePrintFiles(orderId: string, by: AuditActor): Promise<boolean> {
    return this.printFileRemakes.requestMissingPrintFiles(orderId, by);
  }

  submitAgain(orderId: string, by: AuditActor): Promise<void> {
    return this.printingRetries.retryPrinting(orderId, by);
  }

  /** An admin who prints by hand has started or shipped it. False if the status changed in between. */
  async changeStatus(orderId: string, to: 'processing' | 'shipped', by: AuditActor): Promise<boolean> {
    try {
      await this.orderStatuses.changeStatus(orderId, { to, tracking: null }, by);
      return true;
    } catch (error) {
      if (isDomainError(error) && error.code === 'ORDER_STATUS_CHANGE_INVALID') return false;
      throw error;
    }
  }

  /** Cancels a refunded order. If printing has begun, the printer is polled, so that the discrepancy says so. */
  async cancelOrder(orderId: string, by: AuditActor): Promise<void> {
    try {
      await this.orderStatuses.changeStatus(orderId, { to: 'cancelled', tracking: null }, by);
    } catch (error) {
      if (isDomainError(error) && error.code === 'PRINTING_STARTED') await this.printerStatuses.pollOrder(orderId);
      throw error;
    }
  }

  /** Polls the printer after an admin has resolved the problem there. */
  async askPrinter(orderId: string, by: AuditActor): Promise<void> {
    await this.auditTrail.addEntry(this.dataSource.manager, {
      actor: by,
      action: 'order.printer-polled',
      subject: { type: 'order', id: orderId },
      before: null,
      after: null,
    });
    try {
      await this.printerStatuses.pollAndConfirm(orderId);
    } catch (error) {
      throw isDomainError(error) ? error : printerUnreachableError();
    }
  }
}
