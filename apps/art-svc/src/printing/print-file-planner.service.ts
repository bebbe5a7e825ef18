import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@shop/contracts-common';
import { orderPaid } from '@shop/contracts-order';
import type { EntityManager } from 'typeorm';
import { FileRemovalsService } from '../images/file-removals.service.js';
import { PrintFileCompletionService } from './print-file-completion.service.js';
import { type NewPrintFile, type OutdatedFiles, PrintFilesRepository } from './print-files.repository.js';

type PrintableOrder = EventPayload<typeof orderPaid>['order'];

/**
 * Plans the print files of an order: one for each item of a paid order, restarted where an item changes or its print
 * file is requested again.
 */
@Injectable()
export class PrintFilePlannerService {
  constructor(
    private readonly printFiles: PrintFilesRepository,
    private readonly printFileCompletion: PrintFileCompletionService,
    private readonly fileRemovals: FileRemovalsService,
  ) {}

  /** Idempotent and independent of the order of events: an item has exactly one print file, of its newest revision. */
  async planPrintFiles(order: PrintableOrder, manager: EntityManager): Promise<void> {
    for (const [index, item] of order.items.entries()) {
      const { id: orderItemId, generatedImage, designConfig: design, scaleSense, print = null, revision } = item;
      const printFile = {
        orderItemId,
        orderId: order.id,
        orderNumber: order.orderNumber,
        line: index + 1,
        artworkId: generatedImage?.id ?? null,
        design,
        scaleSense,
        print,
        revision,
      };
      if (
        (await this.printFiles.insertPrintFile(printFile, manager)) ||
        (await this.restartIfNewer(printFile, manager))
      )
        await this.startPrintFile(printFile, manager);
    }
  }

  private async startPrintFile(printFile: NewPrintFile, manager: EntityManager): Promise<void> {
    if (!printFile.artworkId) await this.printFileCompletion.failPrintFileWithin(manager, printFile, 'artwork-missing');
    else if (!printFile.print)
      await this.printFileCompletion.failPrintFileWithin(manager, printFile, 'product-unknown');
    else await this.printFiles.enqueue(manager, printFile.orderItemId);
  }

  private async restartIfNewer(printFile: NewPrintFile, manager: EntityManager): Promise<boolean> {
    const outdated = await this.printFiles.restart(printFile, manager);
    if (outdated) await this.removeOutdatedFiles(outdated, manager);
    return outdated !== null;
  }

  /** A job removes the files after the commit. A print file that another item uses stays. */
  private async removeOutdatedFiles({ sha256, viewId }: OutdatedFiles, manager: EntityManager): Promise<void> {
    if (sha256) await this.fileRemovals.schedulePrints([sha256], null, manager);
    if (!viewId) return;
    await this.fileRemovals.deleteImages([{ id: viewId, mimeType: 'image/png' }], null, manager);
  }
}
