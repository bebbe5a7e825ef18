import { Controller } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import {
  type AttachedPhotos,
  orderAnonymised,
  orderProblemReported,
  orderReprintRequested,
} from '@shop/contracts-order';
import { type EventContext, OnEvent } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { FileRemovalsService } from '../images/file-removals.service.js';
import { ErasuresRepository } from './erasures.repository.js';

/** Only the uploader's own photos: a customer can't attach those of others, whose erasure would then delete them. */
const ATTACH = `
  INSERT INTO report_photos (image_id, order_id, user_id)
  SELECT id, $2, $3 FROM images WHERE id = ANY($1) AND type = 'upload' AND (user_id = $4 OR guest_id = $5) ORDER BY id
  ON CONFLICT (image_id) DO NOTHING`;

interface ReportedOrder {
  orderId: string;
  userId: string | null;
}

/** Photos of reported problems stay longer than those without a design. */
@Controller()
export class ReportPhotosConsumer {
  constructor(
    private readonly erasures: ErasuresRepository,
    private readonly fileRemovals: FileRemovalsService,
  ) {}

  @OnEvent(orderProblemReported)
  async onProblemReported(
    { data: { order, userId, photos } }: EventEnvelope<EventPayload<typeof orderProblemReported>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.attachPhotos(manager, { orderId: order.id, userId }, photos);
  }

  @OnEvent(orderReprintRequested)
  async onReprintPhotosAttached(
    { data: { order, userId, photos } }: EventEnvelope<EventPayload<typeof orderReprintRequested>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.attachPhotos(manager, { orderId: order.id, userId }, photos);
  }

  /** Also photos of admins, and of the guest whose order an account has claimed. */
  @OnEvent(orderAnonymised)
  async onOrderAnonymised(
    { data: { orderId } }: EventEnvelope<EventPayload<typeof orderAnonymised>>,
    { manager }: EventContext,
  ): Promise<void> {
    const ids = await this.erasures.detachReportPhotos(orderId, manager);
    await this.fileRemovals.deleteImages(await this.erasures.lockUnusedUploads(ids, manager), null, manager);
  }

  private async attachPhotos(
    manager: EntityManager,
    { orderId, userId }: ReportedOrder,
    photos: AttachedPhotos,
  ): Promise<void> {
    if (photos.ids.length > 0)
      await manager.query(ATTACH, [photos.ids, orderId, userId, photos.userId, photos.guestId]);
  }
}
