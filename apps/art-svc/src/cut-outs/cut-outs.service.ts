import { Inject, Injectable } from '@nestjs/common';
import { type CutOut, cutOutMaskUrl } from '@shop/contracts-art';
import { Caller, Client, CONFIG } from '@shop/service-kit';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.js';
import { cutOutKey } from '../images/image-keys.js';
import { ImageStore } from '../images/image-store.js';
import type { ImageEntity } from '../images/image.entity.js';
import { ImagesRepository } from '../images/images.repository.js';
import { type Picture, pictureUnknown } from '../media/send-picture.js';
import { waitForWork } from '../threads/worker-threads.js';
import { AutomaticCutOutsService } from './automatic-cut-outs.service.js';
import { CorrectionsService } from './corrections.service.js';
import { cutOutNotFound, cutOutNotReady } from './cut-out.errors.js';
import { CutOutsRepository, type StoredCutOut } from './cut-outs.repository.js';

/** The cut-outs of a caller's own photos. All methods throw 404 for a photo that is not the caller's. */
@Injectable()
export class CutOutsService {
  constructor(
    private readonly images: ImagesRepository,
    private readonly cutOuts: CutOutsRepository,
    private readonly automaticCutOuts: AutomaticCutOutsService,
    private readonly corrections: CorrectionsService,
    private readonly store: ImageStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Throws 503 where the cut-out is not ready after `PREVIEW_WAIT_MS`. */
  async getAutomatic({ caller, network }: Client, photoId: string): Promise<CutOut> {
    return toCutOut(await this.waitForAutomatic(await this.getOwnPhoto(caller, photoId), network));
  }

  async getMask(caller: Caller, photoId: string, cutOutId: string): Promise<Picture> {
    const photo = await this.getOwnPhoto(caller, photoId);
    const cutOut = await this.cutOuts.findOfPhoto(photo.id, cutOutId);
    if (!cutOut) throw cutOutNotFound();
    return { etag: `"${cutOut.id}"`, mimeType: 'image/png', open: () => this.store.open(cutOutKey(cutOut.id)) };
  }

  /** Throws as `getAutomatic` and `CorrectionsService.saveCorrection` do. */
  async saveCorrection({ caller, network }: Client, photoId: string, request: FastifyRequest): Promise<CutOut> {
    const photo = await this.getOwnPhoto(caller, photoId);
    return toCutOut(await this.corrections.saveCorrection(photo, await this.waitForAutomatic(photo, network), request));
  }

  private async getOwnPhoto(caller: Caller, photoId: string): Promise<ImageEntity> {
    const photo = await this.images.findOwnUpload(caller, photoId);
    if (!photo) throw pictureUnknown();
    return photo;
  }

  private waitForAutomatic(photo: ImageEntity, network: string | null): Promise<StoredCutOut> {
    const requester = { owner: photo.userId ?? photo.guestId ?? photo.id, network };
    return waitForWork(this.automaticCutOuts.getCutOut(photo, requester), this.config.PREVIEW_WAIT_MS, cutOutNotReady);
  }
}

const toCutOut = ({ id, imageId, widthPx, heightPx, source, hasSubject }: StoredCutOut): CutOut => ({
  id,
  maskUrl: cutOutMaskUrl(imageId, id),
  width: widthPx,
  height: heightPx,
  source,
  hasSubject,
});
