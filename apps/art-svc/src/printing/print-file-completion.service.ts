import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { printFileCompleted, printFileFailed } from '@shop/contracts-art';
import type { EventPayload } from '@shop/contracts-common';
import { EventOutbox } from '@shop/messaging';
import { DataSource, type EntityManager } from 'typeorm';
import { FileRemovalsService, lockPrintFile } from '../images/file-removals.service.js';
import { printKey } from '../images/image-keys.js';
import { ImageStore } from '../images/image-store.js';
import { getImageUrl, type ImageEntity } from '../images/image.entity.js';
import { OrderPicturesService } from './order-pictures.service.js';
import type { DrawnPrint } from './print-drawing.service.js';
import type { PrintFailure, PrintFileDetails, PrintFileEntity } from './print-file.entity.js';
import { PrintFilesRepository } from './print-files.repository.js';
import type { RenderedMockup } from './rendering/render-mockup.js';

/** Saves print files and mock-ups, each step in a transaction, the last together with its event. */
@Injectable()
export class PrintFileCompletionService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly printFiles: PrintFilesRepository,
    private readonly orderPictures: OrderPicturesService,
    private readonly store: ImageStore,
    private readonly fileRemovals: FileRemovalsService,
    private readonly outbox: EventOutbox,
  ) {}

  /**
   * Saves the print file under its hash, so equal items share one file. Returns false where the
   * item has changed in between.
   */
  async savePrintFile(
    started: PrintFileEntity,
    artwork: ImageEntity,
    { file, png, view }: DrawnPrint,
  ): Promise<boolean> {
    const key = printKey(file.sha256);
    await this.fileRemovals.scheduleUnlessSaved(key);
    return this.orderPictures.savePicture({ mimeType: 'image/png', bytes: view.png }, async (manager, viewId) => {
      const printFile = await this.printFiles.findAndLockUnfinished(started, manager);
      if (!printFile) return false;
      await lockPrintFile(file.sha256, manager);
      if (!(await this.store.exists(key))) await this.store.put(key, png);
      const picture = {
        id: viewId,
        type: 'print-view' as const,
        mimeType: 'image/png' as const,
        widthPx: view.width,
        heightPx: view.height,
        sizeBytes: view.png.length,
      };
      if (!(await this.orderPictures.insertForArtworkOwner(manager, artwork, started.orderItemId, picture)))
        return false;
      await this.printFiles.saveFile(printFile.id, file, viewId, manager);
      await this.fileRemovals.cancelRemoval(key, manager);
      return true;
    });
  }

  /**
   * Saves the mock-up for the artwork's owner and publishes `print-file.completed`. Returns false, and saves nothing,
   * where the item has changed in between.
   */
  completePrintFile(
    started: PrintFileEntity,
    artwork: ImageEntity,
    { jpeg, width, height }: RenderedMockup,
  ): Promise<boolean> {
    return this.orderPictures.savePicture({ mimeType: 'image/jpeg', bytes: jpeg }, async (manager, mockupId) => {
      const printFile = await this.printFiles.findAndLockUnfinished(started, manager);
      if (!printFile?.file) return false;
      const sha256 = createHash('sha256').update(jpeg).digest('hex');
      const picture = {
        id: mockupId,
        type: 'mockup' as const,
        mimeType: 'image/jpeg' as const,
        widthPx: width,
        heightPx: height,
        sizeBytes: jpeg.length,
        sha256,
      };
      if (!(await this.orderPictures.insertForArtworkOwner(manager, artwork, started.orderItemId, picture)))
        return false;
      await this.printFiles.markCompleted(printFile.id, mockupId, manager);
      await this.publishCompleted({ ...printFile, file: printFile.file, mockupId }, manager);
      return true;
    });
  }

  async failPrintFile(printFile: PrintFileEntity, reason: PrintFailure): Promise<void> {
    await this.dataSource.transaction((manager) => this.failPrintFileWithin(manager, printFile, reason));
  }

  async failPrintFileWithin(
    manager: EntityManager,
    planned: Pick<PrintFileEntity, 'orderItemId' | 'revision'>,
    reason: PrintFailure,
  ): Promise<void> {
    const printFile = await this.printFiles.markFailed(planned, reason, manager);
    if (printFile) await this.publishFailed(printFile, reason, manager);
  }

  /** Publishes the result of a finished print file again. */
  async publishOutcome(printFile: PrintFileEntity, manager: EntityManager): Promise<void> {
    const { file, mockupId, failureReason } = printFile;
    if (file && mockupId) await this.publishCompleted({ ...printFile, file, mockupId }, manager);
    else if (failureReason) await this.publishFailed(printFile, failureReason, manager);
  }

  private async publishCompleted(
    printFile: PrintFileEntity & { file: PrintFileDetails; mockupId: string },
    manager: EntityManager,
  ): Promise<void> {
    await this.outbox.publish(manager, printFileCompleted, {
      subject: toPrintFileSubject(printFile),
      data: toPrintFileCompleted(printFile),
    });
  }

  private async publishFailed(printFile: PrintFileEntity, reason: PrintFailure, manager: EntityManager): Promise<void> {
    const { orderId, orderItemId, revision } = printFile;
    await this.outbox.publish(manager, printFileFailed, {
      subject: toPrintFileSubject(printFile),
      data: { orderId, orderItemId, revision, reason },
    });
  }
}

/** The subject of the events of a print file. */
export const toPrintFileSubject = ({ orderItemId }: PrintFileEntity): string => `order-item/${orderItemId}`;

function toPrintFileCompleted({
  id,
  orderId,
  orderItemId,
  revision,
  file,
  mockupId,
  viewId,
}: PrintFileEntity & { file: PrintFileDetails; mockupId: string }): EventPayload<typeof printFileCompleted> {
  const { widthPx, heightPx, bleedPx, dpi, sha256 } = file;
  return {
    orderId,
    orderItemId,
    revision,
    printFile: { id, url: `/api/admin/print-files/${id}`, widthPx, heightPx, bleedPx, dpi, sha256 },
    mockup: { id: mockupId, url: getImageUrl(mockupId) },
    view: viewId === null ? null : { id: viewId, url: getImageUrl(viewId) },
  };
}
