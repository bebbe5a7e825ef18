import { Injectable } from '@nestjs/common';
import { ImageFolder } from '../images/image-folder.js';
import type { ImageEntity } from '../images/image.entity.js';
import { ImagesRepository } from '../images/images.repository.js';
import { COPY_MIME_TYPES, copyFormat, copyWidth } from './media.rules.js';
import { openPicture, pictureUnknown, type Picture } from './send-picture.js';
import { SmallCopies } from './small-copies.js';

@Injectable()
export class MediaService {
  constructor(
    private readonly images: ImagesRepository,
    private readonly folder: ImageFolder,
    private readonly copies: SmallCopies,
  ) {}

  /** D15. Throws 400 for another width, 404 for an unknown picture. */
  async find(id: string, w: unknown, accept: string | undefined): Promise<Picture> {
    const width = copyWidth(w);
    const image = await this.images.findActive(id);
    if (!image) throw pictureUnknown();
    if (width === null) {
      return { etag: `"${id}"`, mimeType: image.mimeType, open: () => openPicture(this.folder.pathOf(id, image.mimeType)) };
    }
    const format = copyFormat(accept, image.mimeType);
    return {
      etag: `"${id}-${width}-${format}"`,
      mimeType: COPY_MIME_TYPES[format],
      open: async () => openPicture(await this.copy(image, width, format)),
    };
  }

  private async copy(image: ImageEntity, ...size: [NonNullable<ReturnType<typeof copyWidth>>, ReturnType<typeof copyFormat>]): Promise<string> {
    // sharp tells a missing file only in words, so the original is looked for first.
    const { file } = await openPicture(this.folder.pathOf(image.id, image.mimeType));
    await file.close();
    return this.copies.pathOf(image, ...size);
  }
}
