import { Controller } from '@nestjs/common';
import { artworkRequested } from '@shop/contracts/art';
import type { EventEnvelope, EventPayload } from '@shop/contracts/common';
import { guestClaimed } from '@shop/contracts/identity';
import { OnEvent, OnRepublish, type EventContext } from '@shop/messaging';
import { ImagesRepository } from '../images/images.repository.js';
import { JobRunnerService } from './job-runner.service.js';
import { JobsRepository } from './jobs.repository.js';
import { ArtworkRepublishingService } from './artwork-republishing.service.js';

@Controller()
export class GenerationConsumer {
  constructor(
    private readonly jobRunner: JobRunnerService,
    private readonly jobs: JobsRepository,
    private readonly images: ImagesRepository,
    private readonly artworkRepublishing: ArtworkRepublishingService,
  ) {}

  /**
   * Without the inbox: a transaction must not last as long as a drawing. The job's lease prevents a second drawing.
   */
  @OnEvent(artworkRequested, { inbox: false })
  onArtworkRequested({ data }: EventEnvelope<EventPayload<typeof artworkRequested>>): Promise<void> {
    return this.jobRunner.drawJob(data.jobId);
  }

  @OnEvent(guestClaimed)
  async onGuestClaimed(
    { data }: EventEnvelope<EventPayload<typeof guestClaimed>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.images.reassignToUser(data.guestId, data.userId, manager);
    await this.jobs.reassignToUser(data.guestId, data.userId, manager);
  }

  @OnRepublish('artwork')
  async onRepublish(_: unknown, { manager }: EventContext): Promise<void> {
    await this.artworkRepublishing.republishAll(manager);
  }
}
