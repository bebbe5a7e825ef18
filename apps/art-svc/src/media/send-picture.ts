import { DomainError, MESSAGES } from '@shop/contracts-common';
import type { FastifyReply } from 'fastify';
import type { StoredFile } from '../images/image-store.js';

export interface Picture {
  readonly etag: string;
  readonly mimeType: string;
  /** Opens the file or returns its content; null where the file no longer exists. */
  open(): Promise<StoredFile | Buffer | null>;
}

export const pictureUnknown = (): DomainError => new DomainError('IMAGE_UNKNOWN', 'not-found', MESSAGES.notFound);

/**
 * Sends the picture with these headers, inline unless they say otherwise; 304 where `ifNoneMatch` has its ETag.
 * Throws 404 where its file no longer exists.
 */
export async function sendPicture(
  reply: FastifyReply,
  picture: Picture,
  ifNoneMatch: string | undefined,
  headers: Record<string, string>,
): Promise<void> {
  const isUnchanged = ifNoneMatch?.split(',').some((etag) => etag.trim().replace(/^W\//, '') === picture.etag);
  const content = isUnchanged ? null : await picture.open();
  if (!isUnchanged && !content) throw pictureUnknown();
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
