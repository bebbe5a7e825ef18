import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { printFileCompleted, printFileFailed } from '@shop/contracts/art';
import type { EventPayload } from '@shop/contracts/common';
import { EventOutbox } from '@shop/messaging';
import { DataSource, type EntityManager } from 'typeorm';
import { lockContent } from '../images/content-lock.js';
import { printKey } from '../images/image-keys.js';
import { ImageStore } from '../images/image-store.js';
import { imageUrl, type ImageEntity } from '../images/image.entity.js';
import { FileRemovals } from '../upkeep/file-removals.js';
import type { DrawnPrint } from './draw-print-job.js';
import { KeptPictures } from './kept-pictures.js';
import type { PrintFailure, PrintFileFacts, PrintJobEntity } from './print-job.entity.js';
import { PrintJobsRepository } from './print-jobs.repository.js';
import type { RenderedMockup } from './rendering/render-mockup.js';

/** The steps of a print job that are written down, each in a transaction, the last together with its event. */
@Injectable()
export class FinishPrintJob {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly jobs: PrintJobsRepository,
    private readonly kept: KeptPictures,
    private readonly store: ImageStore,
    private readonly removals: FileRemovals,
    private readonly outbox: EventOutbox,
  ) {}

  /** Keeps the print file, under its own hash: two items that print alike share it. False where the try lost its job meanwhile. */
  async keepFile(
    orderItemId: string,
    claim: string,
    artwork: ImageEntity,
    { facts, png, view }: DrawnPrint,
  ): Promise<boolean> {
    const key = printKey(facts.sha256);
    await this.removals.noteAhead(key);
    return this.kept.keep({ mimeType: 'image/png', bytes: view.png }, async (manager, viewId) => {
      const job = await this.jobs.lockHeld(orderItemId, claim, manager);
      if (!job) return false;
      await lockContent(facts.sha256, manager);
      if (!(await this.store.exists(key))) await this.store.put(key, png);
      const picture = {
        id: viewId,
        type: 'print-view' as const,
        mimeType: 'image/png' as const,
        widthPx: view.width,
        heightPx: view.height,
        sizeBytes: view.png.length,
      };
      if (!(await this.kept.insertFor(manager, artwork, orderItemId, picture))) return false;
      await this.jobs.setFile(job.id, facts, viewId, manager);
      await this.removals.forget(key, manager);
      return true;
    });
  }

  /** Keeps the mock-up, for whoever owns the artwork, and tells of both; false, and nothing kept, where the try lost its job meanwhile. */
  complete(
    orderItemId: string,
    claim: string,
    artwork: ImageEntity,
    { jpeg, width, height }: RenderedMockup,
  ): Promise<boolean> {
    return this.kept.keep({ mimeType: 'image/jpeg', bytes: jpeg }, async (manager, mockupId) => {
      const job = await this.jobs.lockHeld(orderItemId, claim, manager);
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
      if (!(await this.kept.insertFor(manager, artwork, orderItemId, picture))) return false;
      await this.jobs.complete(job.id, mockupId, manager);
      await this.tellCompleted({ ...job, file: job.file, mockupId }, manager);
      return true;
    });
  }

  async fail(orderItemId: string, claim: string, reason: PrintFailure): Promise<void> {
    await this.dataSource.transaction((manager) => this.failWithin(manager, orderItemId, reason, claim));
  }

  async failWithin(
    manager: EntityManager,
    orderItemId: string,
    reason: PrintFailure,
    claim: string | null = null,
  ): Promise<void> {
    const job = await this.jobs.fail(orderItemId, reason, claim, manager);
    if (job) await this.tellFailed(job, reason, manager);
  }

  /** What became of an ended job, again. */
  async tell(job: PrintJobEntity, manager: EntityManager): Promise<void> {
    const { file, mockupId, failureReason } = job;
    if (file && mockupId) await this.tellCompleted({ ...job, file, mockupId }, manager);
    else if (failureReason) await this.tellFailed(job, failureReason, manager);
  }

  private async tellCompleted(
    job: PrintJobEntity & { file: PrintFileFacts; mockupId: string },
    manager: EntityManager,
  ): Promise<void> {
    await this.outbox.publish(manager, printFileCompleted, {
      subject: `order-item/${job.orderItemId}`,
      data: completedOf(job),
    });
  }

  private async tellFailed(
    { orderId, orderItemId, revision }: PrintJobEntity,
    reason: PrintFailure,
    manager: EntityManager,
  ): Promise<void> {
    await this.outbox.publish(manager, printFileFailed, {
      subject: `order-item/${orderItemId}`,
      data: { orderId, orderItemId, revision, reason },
    });
  }
}

function completedOf({
  id,
  orderId,
  orderItemId,
  revision,
  file,
  mockupId,
  viewId,
}: PrintJobEntity & { file: PrintFileFacts; mockupId: string }): EventPayload<typeof printFileCompleted> {
  const { widthPx, heightPx, bleedPx, dpi, sha256 } = file;
  return {
    orderId,
    orderItemId,
    revision,
    printFile: { id, url: `/api/admin/print-files/${id}`, widthPx, heightPx, bleedPx, dpi, sha256 },
    mockup: { id: mockupId, url: imageUrl(mockupId) },
    view: viewId === null ? null : { id: viewId, url: imageUrl(viewId) },
  };
}
