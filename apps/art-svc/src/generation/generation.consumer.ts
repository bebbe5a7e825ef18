import { Controller } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { artworkCompleted } from '@shop/contracts-art';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import { guestClaimed } from '@shop/contracts-identity';
import { EventOutbox, OnEvent, OnRepublish, republishInPages, type EventContext } from '@shop/messaging';
import { DataSource, type EntityManager } from 'typeorm';
import { ImageEntity } from '../images/image.entity.js';
import { ImagesRepository } from '../images/images.repository.js';
import { readBoxes } from '../printing/print-recipe.rules.js';
import { DrawingEntity } from './drawing.entity.js';
import { DrawingsRepository } from './drawings.repository.js';
import { toArtworkCompleted } from './drawing-completion.service.js';

type CompletedArtwork = DrawingEntity & { image: ImageEntity };

@Controller()
export class GenerationConsumer {
  constructor(
    private readonly drawings: DrawingsRepository,
    private readonly images: ImagesRepository,
    private readonly outbox: EventOutbox,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  @OnEvent(guestClaimed)
  async onGuestClaimed(
    { data }: EventEnvelope<EventPayload<typeof guestClaimed>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.images.reassignToUser(data.guestId, data.userId, manager);
    await this.drawings.reassignToUser(data.guestId, data.userId, manager);
  }

  /** Publishes every completed artwork again, so that read models can be rebuilt. */
  @OnRepublish('artwork')
  republishArtworks(): Promise<void> {
    return republishInPages(this.dataSource, {
      listPage: listCompleted,
      toSubject: toEventSubject,
      publish: (artwork, manager) => this.publishCompleted(artwork, manager),
    });
  }

  private async publishCompleted(artwork: CompletedArtwork, manager: EntityManager): Promise<void> {
    const { image } = artwork;
    await this.outbox.publish(manager, artworkCompleted, {
      subject: toEventSubject(artwork),
      data: toArtworkCompleted(
        { ...artwork, outputImageId: image.id },
        { width: image.widthPx, height: image.heightPx, ...readBoxes(image) },
      ),
    });
  }
}

const toEventSubject = ({ id }: CompletedArtwork): string => `artwork/${id}`;

/** Completed artworks with an id above `after`, by id. */
async function listCompleted(after: string, limit: number, manager: EntityManager): Promise<CompletedArtwork[]> {
  const drawings = await manager
    .createQueryBuilder(DrawingEntity, 'drawing')
    .innerJoinAndMapOne('drawing.image', ImageEntity, 'image', 'image.id = drawing.output_image_id')
    .where('drawing.id > :after AND drawing.status = :status', { after, status: 'completed' })
    .orderBy('drawing.id')
    .limit(limit)
    .getMany();
  return drawings as CompletedArtwork[];
}
