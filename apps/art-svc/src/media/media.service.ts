import { open, type FileHandle } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { DomainError, SENTENCES } from '@shop/contracts/common';
import { ImageFolder } from '../images/image-folder.js';
import type { ImageEntity } from '../images/image.entity.js';
import { ImagesRepository } from '../images/images.repository.js';
import { COPY_MIME_TYPES, copyFormat, copyWidth } from './media.rules.js';
import { SmallCopies } from './small-copies.js';

export interface Picture {
  readonly etag: string;
  readonly mimeType: string;
  /** The open file; whoever gets it closes it. */
  open(): Promise<{ file: FileHandle; sizeBytes: number }>;
}

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
    if (!image) throw notFound();
    if (width === null) {
      return { etag: `"${id}"`, mimeType: image.mimeType, open: () => openFile(this.folder.pathOf(id, image.mimeType)) };
    }
    const format = copyFormat(accept, image.mimeType);
    return {
      etag: `"${id}-${width}-${format}"`,
      mimeType: COPY_MIME_TYPES[format],
      open: async () => openFile(await this.copy(image, width, format)),
    };
  }

  private async copy(image: ImageEntity, ...size: [NonNullable<ReturnType<typeof copyWidth>>, ReturnType<typeof copyFormat>]): Promise<string> {
    // sharp tells a missing file only in words, so the original is looked for first.
    const { file } = await openFile(this.folder.pathOf(image.id, image.mimeType));
    await file.close();
    return this.copies.pathOf(image, ...size);
  }
}

const notFound = (): DomainError => new DomainError('IMAGE_UNKNOWN', 'not-found', SENTENCES.notFound);

async function openFile(path: string): Promise<{ file: FileHandle; sizeBytes: number }> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? notFound() : error;
  });
  return { file, sizeBytes: (await file.stat()).size };
}
