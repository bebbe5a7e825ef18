import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { printFileCompleted, printFileFailed } from '@shop/contracts/art';
import type { EventPayload } from '@shop/contracts/common';
import { EventOutbox } from '@shop/messaging';
import { DataSource, type EntityManager } from 'typeorm';
import { FileRemovalsService, lockPrintFile } from '../images/file-removals.service.js';
import { printKey } from '../images/image-keys.js';
import { ImageStore } from '../images/image-store.js';
import { getImageUrl, type ImageEntity } from '../images/image.entity.js';
import { OrderPicturesService } from './order-pictures.service.js';
import type { DrawnPrint } from './print-drawing.service.js';
import type { PrintFailure, PrintFileDetails, PrintJobEntity } from './print-job.entity.js';
import { PrintJobsRepository } from './print-jobs.repository.js';
import type { RenderedMockup } from './rendering/render-mockup.js';

/** Saves the results of print jobs, each step in a transaction, the last together with its event. */
@Injectable()
export class PrintJobCompletionService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly jobs: PrintJobsRepository,
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
    started: PrintJobEntity,
    artwork: ImageEntity,
    { file, png, view }: DrawnPrint,
  ): Promise<boolean> {
    const key = printKey(file.sha256);
    await this.fileRemovals.scheduleUnlessSaved(key);
    return this.orderPictures.savePicture({ mimeType: 'image/png', bytes: view.png }, async (manager, viewId) => {
      const job = await this.jobs.findAndLockUnfinished(started, manager);
      if (!job) return false;
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
      await this.jobs.saveFile(job.id, file, viewId, manager);
      await this.fileRemovals.cancelRemoval(key, manager);
      return true;
    });
  }

  /**
   * Saves the mock-up for the artwork's owner and publishes `print-file.completed`. Returns false, and saves nothing,
   * where the item has changed in between.
   */
  completeJob(
    started: PrintJobEntity,
    artwork: ImageEntity,
    { jpeg, width, height }: RenderedMockup,
  ): Promise<boolean> {
    return this.orderPictures.savePicture({ mimeType: 'image/jpeg', bytes: jpeg }, async (manager, mockupId) => {
      const job = await this.jobs.findAndLockUnfinished(started, manager);
      if (!job?.file) return false;
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
      await this.jobs.markCompleted(job.id, mockupId, manager);
      await this.publishCompleted({ ...job, file: job.file, mockupId }, manager);
      return true;
    });
  }

  async failJob(job: PrintJobEntity, reason: PrintFailure): Promise<void> {
    await this.dataSource.transaction((manager) => this.failJobWithin(manager, job, reason));
  }

  async failJobWithin(
    manager: EntityManager,
    planned: Pick<PrintJobEntity, 'orderItemId' | 'revision'>,
    reason: PrintFailure,
  ): Promise<void> {
    const job = await this.jobs.markFailed(planned, reason, manager);
    if (job) await this.publishFailed(job, reason, manager);
  }

  /** Publishes the result of a finished job again. */
  async publishOutcome(job: PrintJobEntity, manager: EntityManager): Promise<void> {
    const { file, mockupId, failureReason } = job;
    if (file && mockupId) await this.publishCompleted({ ...job, file, mockupId }, manager);
    else if (failureReason) await this.publishFailed(job, failureReason, manager);
  }

  private async publishCompleted(
    job: PrintJobEntity & { file: PrintFileDetails; mockupId: string },
    manager: EntityManager,
  ): Promise<void> {
    await this.outbox.publish(manager, printFileCompleted, {
      subject: toPrintFileSubject(job),
      data: toPrintFileCompleted(job),
    });
  }

  private async publishFailed(job: PrintJobEntity, reason: PrintFailure, manager: EntityManager): Promise<void> {
    const { orderId, orderItemId, revision } = job;
    await this.outbox.publish(manager, printFileFailed, {
      subject: toPrintFileSubject(job),
      data: { orderId, orderItemId, revision, reason },
    });
  }
}

/** The subject of the events of a print job. */
export const toPrintFileSubject = ({ orderItemId }: PrintJobEntity): string => `order-item/${orderItemId}`;

function toPrintFileCompleted({
  id,
  orderId,
  orderItemId,
  revision,
  file,
  mockupId,
  viewId,
}: PrintJobEntity & { file: PrintFileDetails; mockupId: string }): EventPayload<typeof printFileCompleted> {
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
