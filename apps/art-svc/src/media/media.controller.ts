import { Controller, Headers, Injectable, Module, Param, Query, Res } from '@nestjs/common';
import { getMedia } from '@shop/contracts/routes';
import { Caller, Route, uuidPipe } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { originalKey } from '../images/image-keys.js';
import { ImageStore } from '../images/image-store.js';
import { ImagesModule } from '../images/images.module.js';
import { ImagesRepository } from '../images/images.repository.js';
import { ImageCopiesService } from './image-copies.service.js';
import { chooseCopyFormat, COPY_MIME_TYPES, parseCopyWidth } from './media.rules.js';
import { type Picture, pictureUnknown, sendPicture } from './send-picture.js';

interface MediaPicture extends Picture {
  /** A customer's photo. */
  readonly isPrivate: boolean;
}

@Injectable()
export class MediaService {
  constructor(
    private readonly images: ImagesRepository,
    private readonly store: ImageStore,
    private readonly imageCopies: ImageCopiesService,
  ) {}

  /** Throws 400 for another width, 404 for an unknown picture or a photo that the caller may not see. */
  async getPicture(caller: Caller, id: string, w: unknown, accept: string | undefined): Promise<MediaPicture> {
    const width = parseCopyWidth(w);
    const image = await this.images.findVisible(caller, id);
    if (!image) throw pictureUnknown();
    const isPrivate = image.type === 'upload';
    if (width === null) {
      return {
        isPrivate,
        etag: `"${id}"`,
        mimeType: image.mimeType,
        open: () => this.store.open(originalKey(id, image.mimeType)),
      };
    }
    const format = chooseCopyFormat(accept, image.mimeType);
    return {
      isPrivate,
      etag: `"${id}-${width}-${format}"`,
      mimeType: COPY_MIME_TYPES[format],
      open: () => this.imageCopies.readCopy(image, width, format),
    };
  }
}

const PUBLIC_HEADERS = {
  // A URL always has the same picture, but an erased one must disappear from caches within a day.
  'cache-control': 'public, max-age=86400',
  vary: 'Accept',
  // Webmail clients show the pictures of emails on their own pages.
  'cross-origin-resource-policy': 'cross-origin',
};

const PHOTO_HEADERS = {
  'cache-control': 'private, no-store',
  vary: 'Accept',
  'cross-origin-resource-policy': 'same-origin',
};

@Controller()
export class MediaController {
  constructor(private readonly media: MediaService) {}

  @Route(getMedia)
  async getPicture(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Query('w') w: unknown,
    @Headers('accept') accept: string | undefined,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { isPrivate, ...picture } = await this.media.getPicture(caller, id, w, accept);
    await sendPicture(reply, picture, ifNoneMatch, isPrivate ? PHOTO_HEADERS : PUBLIC_HEADERS);
  }
}

@Module({ imports: [ImagesModule], controllers: [MediaController], providers: [MediaService, ImageCopiesService] })
export class MediaModule {}
