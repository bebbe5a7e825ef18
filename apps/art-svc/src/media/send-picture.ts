import { DomainError, SENTENCES } from '@shop/contracts/common';
import type { FastifyReply } from 'fastify';
import type { StoredFile } from '../images/image-store.js';

export interface Picture {
  readonly etag: string;
  readonly mimeType: string;
  /** Its file, or what it holds; null where it is gone. */
  open(): Promise<StoredFile | Buffer | null>;
}

export const pictureUnknown = (): DomainError => new DomainError('IMAGE_UNKNOWN', 'not-found', SENTENCES.notFound);

/** Sends the picture with these headers besides its own, inline where they do not say otherwise; 304 to whoever has it (`known`: the If-None-Match header). Throws 404 where its file is gone. */
export async function sendPicture(
  reply: FastifyReply,
  picture: Picture,
  known: string | undefined,
  headers: Record<string, string>,
): Promise<void> {
  const isKnown = known?.split(',').some((etag) => etag.trim().replace(/^W\//, '') === picture.etag);
  const content = isKnown ? null : await picture.open();
  if (!isKnown && !content) throw pictureUnknown();
  void reply.headers({
    'content-disposition': 'inline',
    ...headers,
    etag: picture.etag,
    'x-content-type-options': 'nosniff',
  });
  if (!content) {
    await reply.status(304).send();
    return;
  }
  const [body, sizeBytes] = Buffer.isBuffer(content) ? [content, content.length] : [content.stream, content.sizeBytes];
  await reply.header('content-length', sizeBytes).type(picture.mimeType).send(body);
}
