import { open, type FileHandle } from 'node:fs/promises';
import { DomainError, SENTENCES } from '@shop/contracts/common';
import type { FastifyReply } from 'fastify';

export interface Picture {
  readonly etag: string;
  readonly mimeType: string;
  /** The open file; whoever gets it closes it. */
  open(): Promise<PictureFile>;
}

export interface PictureFile {
  readonly file: FileHandle;
  readonly sizeBytes: number;
}

export const pictureUnknown = (): DomainError => new DomainError('IMAGE_UNKNOWN', 'not-found', SENTENCES.notFound);

/** Throws 404 where there is no such file. */
export async function openPicture(path: string): Promise<PictureFile> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? pictureUnknown() : error;
  });
  return { file, sizeBytes: (await file.stat()).size };
}

/** Sends the picture with these headers besides its own; 304 to whoever has it (`known`: the If-None-Match header). */
export async function sendPicture(reply: FastifyReply, picture: Picture, known: string | undefined, headers: Record<string, string>): Promise<void> {
  const isKnown = known?.split(',').some((etag) => etag.trim().replace(/^W\//, '') === picture.etag);
  const content = isKnown ? null : await picture.open();
  void reply.headers({ ...headers, etag: picture.etag, 'x-content-type-options': 'nosniff', 'content-disposition': 'inline' });
  if (!content) {
    await reply.status(304).send();
    return;
  }
  await reply.header('content-length', content.sizeBytes).type(picture.mimeType).send(content.file.createReadStream());
}
