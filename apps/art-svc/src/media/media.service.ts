import { Injectable } from '@nestjs/common';
import { originalKey } from '../images/image-keys.js';
import { ImageStore } from '../images/image-store.js';
import { ImagesRepository } from '../images/images.repository.js';
import { COPY_MIME_TYPES, chooseCopyFormat, parseCopyWidth } from './media.rules.js';
import { pictureUnknown, type Picture } from './send-picture.js';
import { ImageCopiesService } from './image-copies.service.js';

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
