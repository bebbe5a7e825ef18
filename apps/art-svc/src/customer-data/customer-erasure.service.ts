import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { artworksErased } from '@shop/contracts-art';
import { Cron } from '@shop/jobs';
import { EventOutbox } from '@shop/messaging';
import pLimit from 'p-limit';
import { DataSource } from 'typeorm';
import { FileRemovalsService } from '../images/file-removals.service.js';
import { type Erasure, ErasuresRepository } from './erasures.repository.js';
import { ReviewPhotosPublisher } from './review-photos.publisher.js';

/**
 * Erases customers. Files and rows go at once, except those that an open order is printed from; these go when
 * order-svc has anonymised the customer's orders. `artworks.erased` is published only after all files are removed.
 */
@Injectable()
export class CustomerErasureService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly erasures: ErasuresRepository,
    private readonly fileRemovals: FileRemovalsService,
    private readonly outbox: EventOutbox,
    private readonly reviewPhotos: ReviewPhotosPublisher,
  ) {}

  /** Idempotent. Publishes the confirmation again each time nothing is left to erase. */
  async handleErasureRequest(userId: string): Promise<void> {
    await this.erasures.saveRequest(userId, this.dataSource.manager);
    await this.eraseAndConfirm(userId);
  }

  async handleOrdersAnonymised(userId: string): Promise<void> {
    await this.erasures.saveOrdersAnonymised(userId, this.dataSource.manager);
    await this.eraseAndConfirm(userId);
  }

  /** Erases what arrived during or after an erasure: an identity token outlives its account by a minute. */
  @Cron('* * * * *', { name: 'art.erase-late-arrivals' })
  async eraseLateArrivals(): Promise<void> {
    await this.erasures.deleteOld(this.dataSource.manager);
    // One after another; the others continue if one fails.
    await pLimit(1).map(await this.erasures.listRecent(this.dataSource.manager), (userId) => this.erase(userId));
  }

  private async eraseAndConfirm(userId: string): Promise<void> {
    const erasure = await this.erase(userId);
    if (!erasure?.requestedAt || !erasure.ordersAnonymised) return;
    await this.dataSource.transaction((manager) =>
      this.outbox.publish(manager, artworksErased, { subject: `artworks-of/${userId}`, data: { userId } }),
    );
  }

  private async erase(userId: string): Promise<Erasure | null> {
    const erasure = await this.dataSource.transaction(async (manager) => {
      const erasure = await this.erasures.findAndLock(userId, manager);
      if (!erasure?.requestedAt) return erasure;
      await this.fileRemovals.schedulePrints(
        await this.erasures.deletePrintFiles(userId, erasure.ordersAnonymised, manager),
        userId,
        manager,
      );
      await this.erasures.deleteLinks(userId, manager);
      await this.erasures.deleteDrawings(userId, manager);
      const images = await this.erasures.lockImages(userId, manager);
      const imageIds = images.map(({ id }) => id);
      for (const photo of await this.erasures.listReviewPhotos(imageIds, manager))
        await this.reviewPhotos.publishMissing(manager, photo);
      await this.fileRemovals.deleteImages(images, userId, manager);
      return erasure;
    });
    // Includes files that another instance scheduled a moment ago and has not removed yet.
    await this.fileRemovals.removeForUser(userId);
    return erasure;
  }
}
