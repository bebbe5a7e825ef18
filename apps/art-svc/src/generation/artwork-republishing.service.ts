import { Injectable } from '@nestjs/common';
import { artworkCompleted } from '@shop/contracts/art';
import { EventOutbox } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { ImageEntity } from '../images/image.entity.js';
import { toArtworkCompleted } from './job-completion.service.js';
import { JobEntity } from './job.entity.js';

const PAGE_SIZE = 200;

/** Publishes every completed artwork again, so that read models can be rebuilt. */
@Injectable()
export class ArtworkRepublishingService {
  constructor(private readonly outbox: EventOutbox) {}

  async republishAll(manager: EntityManager): Promise<void> {
    let page: Awaited<ReturnType<ArtworkRepublishingService['listPage']>> = [];
    let after = '00000000-0000-0000-0000-000000000000';
    do {
      page = await this.listPage(after, manager);
      for (const { job, image } of page) {
        const data = toArtworkCompleted(
          { ...job, outputImageId: image.id },
          { width: image.widthPx, height: image.heightPx },
        );
        await this.outbox.publish(manager, artworkCompleted, { subject: `artwork/${job.id}`, data });
        after = job.id;
      }
    } while (page.length === PAGE_SIZE);
  }

  private async listPage(after: string, manager: EntityManager): Promise<{ job: JobEntity; image: ImageEntity }[]> {
    const jobs = await manager
      .createQueryBuilder(JobEntity, 'job')
      .innerJoinAndMapOne('job.image', ImageEntity, 'image', 'image.id = job.output_image_id')
      .where('job.id > :after AND job.status = :status', { after, status: 'completed' })
      .orderBy('job.id')
      .limit(PAGE_SIZE)
      .getMany();
    return jobs.map((job) => ({ job, image: (job as JobEntity & { image: ImageEntity }).image }));
  }
}
