import { Controller, Headers, Injectable, Module, Param, Query, Res } from '@nestjs/common';
import { getMedia } from '@shop/contracts/routes';
import { Route, uuidPipe } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { originalKey } from '../images/image-keys.js';
import { ImageStore } from '../images/image-store.js';
import { ImagesModule } from '../images/images.module.js';
import { ImagesRepository } from '../images/images.repository.js';
import { ImageCopiesService } from './image-copies.service.js';
import { chooseCopyFormat, COPY_MIME_TYPES, parseCopyWidth } from './media.rules.js';
import { type Picture, pictureUnknown, sendPicture } from './send-picture.js';

@Injectable()
export class MediaService {
  constructor(
    private readonly images: ImagesRepository,
    private readonly store: ImageStore,
    private readonly imageCopies: ImageCopiesService,
  ) {}

  /** Throws 400 for another width, 404 for an unknown picture. */
  async getPicture(id: string, w: unknown, accept: string | undefined): Promise<Picture> {
    const width = parseCopyWidth(w);
    const image = await this.images.findServed(id);
    if (!image) throw pictureUnknown();
    if (width === null) {
      return {
        etag: `"${id}"`,
        mimeType: image.mimeType,
        open: () => this.store.open(originalKey(id, image.mimeType)),
      };
    }
    const format = chooseCopyFormat(accept, image.mimeType);
    return {
      etag: `"${id}-${width}-${format}"`,
      mimeType: COPY_MIME_TYPES[format],
      open: () => this.imageCopies.readCopy(image, width, format),
    };
  }
}

const HEADERS = {
  // A URL always has the same picture.
  'cache-control': 'public, max-age=31536000, immutable',
  vary: 'Accept',
  // Webmail clients show the pictures of emails on their own pages.
  'cross-origin-resource-policy': 'cross-origin',
};

@Controller()
export class MediaController {
  constructor(private readonly media: MediaService) {}

  @Route(getMedia)
  async getPicture(
    @Param('id', uuidPipe) id: string,
    @Query('w') w: unknown,
    @Headers('accept') accept: string | undefined,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendPicture(reply, await this.media.getPicture(id, w, accept), ifNoneMatch, HEADERS);
  }
}

@Module({ imports: [ImagesModule], controllers: [MediaController], providers: [MediaService, ImageCopiesService] })
export class MediaModule {}
