import { Injectable } from '@nestjs/common';
import type { Design } from '@shop/contracts/art';
import type { Caller } from '@shop/service-kit';
import { JobEntity } from '../generation/job.entity.js';
import { JobsRepository } from '../generation/jobs.repository.js';
import { imageUrl } from '../images/image.entity.js';

/** My Designs is one screen without pages. */
const MOST = 200;

@Injectable()
export class DesignsService {
  constructor(private readonly jobs: JobsRepository) {}

  async list(caller: Caller): Promise<Design[]> {
    return (await this.jobs.listOwn(caller, MOST)).map(toDesign);
  }
}

export function toDesign(job: JobEntity): Design {
  const { id, status, styleKey, petName, variation, outputImageId, errorMessage } = job;
  const outputImage = outputImageId ? { id: outputImageId, url: imageUrl(outputImageId) } : null;
  return { id, status, styleKey, petName, variation, createdAt: job.createdAt.toISOString(), outputImageId, outputImage, errorMessage };
}
