import { Controller } from '@nestjs/common';
import { artworkRequested } from '@shop/contracts/art';
import type { EventEnvelope, EventPayload } from '@shop/contracts/common';
import { guestClaimed } from '@shop/contracts/identity';
import { OnEvent, Republishes, type EventContext } from '@shop/messaging';
import { ImagesRepository } from '../images/images.repository.js';
import { DrawJob } from './draw-job.js';
import { JobsRepository } from './jobs.repository.js';
import { RepublishArtworks } from './republish-artworks.js';

@Controller()
export class GenerationConsumer {
  constructor(
    private readonly drawing: DrawJob,
    private readonly jobs: JobsRepository,
    private readonly images: ImagesRepository,
    private readonly republish: RepublishArtworks,
  ) {}

  /** Minutes of work belong into no transaction; that it is drawn once is the claim's doing. */
  @OnEvent(artworkRequested, { inbox: false })
  onArtworkRequested({ data }: EventEnvelope<EventPayload<typeof artworkRequested>>): Promise<void> {
    return this.drawing.draw(data.jobId);
  }

  @OnEvent(guestClaimed)
  async onGuestClaimed(
    { data }: EventEnvelope<EventPayload<typeof guestClaimed>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.images.moveToUser(data.guestId, data.userId, manager);
    await this.jobs.moveToUser(data.guestId, data.userId, manager);
  }

  @Republishes('artwork')
  async onRepublish(_: unknown, { manager }: EventContext): Promise<void> {
    await this.republish.all(manager);
  }
}
