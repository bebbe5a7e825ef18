import { Injectable } from '@nestjs/common';
import type { Design, OwnDesignsQuery } from '@shop/contracts/art';
import { getPrintableName } from '@shop/contracts/pet-name';
import type { Caller, Page } from '@shop/service-kit';
import { JobEntity } from '../generation/job.entity.js';
import { JobsRepository } from '../generation/jobs.repository.js';
import { getImageUrl } from '../images/image.entity.js';

@Injectable()
export class DesignsService {
  constructor(private readonly jobs: JobsRepository) {}

  async listForOwner(caller: Caller, query: OwnDesignsQuery): Promise<Page<Design>> {
    const { items, next } = await this.jobs.listForOwner(caller, query);
    return { items: items.map(toDesign), next };
  }
}

export function toDesign(job: JobEntity): Design {
  const { id, status, styleKey, petName, variation, outputImageId, errorMessage } = job;
  const outputImage = outputImageId ? { id: outputImageId, url: getImageUrl(outputImageId) } : null;
  return {
    id,
    status,
    styleKey,
    petName: getPrintableName(petName ?? '') || null,
    variation,
    createdAt: job.createdAt.toISOString(),
    outputImageId,
    outputImage,
    errorMessage,
  };
}
