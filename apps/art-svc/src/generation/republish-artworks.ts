import { Injectable } from '@nestjs/common';
import { artworkCompleted } from '@shop/contracts/art';
import { EventOutbox } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { ImageEntity } from '../images/image.entity.js';
import { completedOf } from './finish-job.js';
import { JobEntity } from './job.entity.js';

const PAGE = 200;

/** Tells every finished artwork again, so that a read model of them can be rebuilt. */
@Injectable()
export class RepublishArtworks {
  constructor(private readonly outbox: EventOutbox) {}

  async all(manager: EntityManager): Promise<void> {
    let page: Awaited<ReturnType<RepublishArtworks['page']>> = [];
    let after = '00000000-0000-0000-0000-000000000000';
    do {
      page = await this.page(after, manager);
      for (const { job, image } of page) {
        const data = completedOf({ ...job, outputImageId: image.id }, { width: image.widthPx, height: image.heightPx });
        await this.outbox.publish(manager, artworkCompleted, { subject: `artwork/${job.id}`, data });
        after = job.id;
      }
    } while (page.length === PAGE);
  }

  private async page(after: string, manager: EntityManager): Promise<{ job: JobEntity; image: ImageEntity }[]> {
    const jobs = await manager
      .createQueryBuilder(JobEntity, 'job')
      .innerJoinAndMapOne('job.image', ImageEntity, 'image', 'image.id = job.output_image_id')
      .where('job.id > :after AND job.status = :status', { after, status: 'completed' })
      .orderBy('job.id')
      .limit(PAGE)
      .getMany();
    return jobs.map((job) => ({ job, image: (job as JobEntity & { image: ImageEntity }).image }));
  }
}
