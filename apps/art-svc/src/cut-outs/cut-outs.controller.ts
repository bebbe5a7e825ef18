import { Controller, Header, Headers, Inject, Injectable, Param, Req, Res } from '@nestjs/common';
import { type CutOut, cutOutMaskUrl } from '@shop/contracts/art';
import { getAutomaticCutOut, getCutOutMask, saveCutOut } from '@shop/contracts/routes';
import { Caller, Client, CONFIG, Route, uuidPipe } from '@shop/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.js';
import { cutOutKey } from '../images/image-keys.js';
import { ImageStore } from '../images/image-store.js';
import type { ImageEntity } from '../images/image.entity.js';
import { ImagesRepository } from '../images/images.repository.js';
import { type Picture, pictureUnknown, sendPicture } from '../media/send-picture.js';
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

/** Private like the photo whose outline it is. */
const MASK_HEADERS = { 'cache-control': 'private, no-store' };

@Controller()
export class CutOutsController {
  constructor(private readonly cutOuts: CutOutsService) {}

  @Route(getAutomaticCutOut)
  @Header('cache-control', 'private, max-age=0, no-cache')
  getAutomatic(@Client() client: Client, @Param('id', uuidPipe) id: string): Promise<CutOut> {
    return this.cutOuts.getAutomatic(client, id);
  }

  @Route(getCutOutMask)
  async getMask(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Param('cutOutId', uuidPipe) cutOutId: string,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendPicture(reply, await this.cutOuts.getMask(caller, id, cutOutId), ifNoneMatch, MASK_HEADERS);
  }

  @Route(saveCutOut)
  saveCorrection(
    @Client() client: Client,
    @Param('id', uuidPipe) id: string,
    @Req() request: FastifyRequest,
  ): Promise<CutOut> {
    return this.cutOuts.saveCorrection(client, id, request);
  }
}
