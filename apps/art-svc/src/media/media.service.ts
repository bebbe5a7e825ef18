import { Injectable } from '@nestjs/common';
import { Caller } from '@shop/service-kit';
import { originalKey } from '../images/image-keys.js';
import { getGroundKind } from '../images/image.entity.js';
import { ImageStore } from '../images/image-store.js';
import { ImagesRepository } from '../images/images.repository.js';
import { ImageCopiesService } from './image-copies.service.js';
import { assertGround, chooseCopyFormat, COPY_MIME_TYPES, parseCopyWidth } from './media.rules.js';
import { type Picture, pictureUnknown } from './send-picture.js';

interface MediaPicture extends Picture {
  /** A customer's photo, unless a published review shows it. */
  readonly isPrivate: boolean;
}

@Injectable()
export class MediaService {
  constructor(
    private readonly images: ImagesRepository,
    private readonly store: ImageStore,
    private readonly imageCopies: ImageCopiesService,
  ) {}

  /** The ground around an artwork. Throws 400 for another part, 404 for a picture that is no artwork. */
  async getPart(id: string, part: unknown): Promise<MediaPicture> {
    assertGround(part);
    const image = await this.images.findActive(id);
    if (image?.type !== 'artwork') throw pictureUnknown();
    return {
      isPrivate: false,
      etag: `"${id}-ground"`,
      mimeType: 'image/png',
      open: () => this.imageCopies.readGround(image, getGroundKind(image)),
    };
  }

  /** Throws 400 for another width, 404 for an unknown picture or a photo that the caller may not see. */
  async getPicture(caller: Caller, id: string, w: unknown, accept: string | undefined): Promise<MediaPicture> {
    const width = parseCopyWidth(w);
    const image = await this.images.findVisible(caller, id);
    if (!image) throw pictureUnknown();
    const isPrivate = !image.isPublic;
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
