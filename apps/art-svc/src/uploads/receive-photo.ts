import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import { UPLOAD_MAX_BYTES } from '@shop/contracts/art';
import { isDomainError } from '@shop/contracts/common';
import type { FastifyRequest } from 'fastify';
import { picturesUnreachable } from '../images/image-store.js';
import { photoMissing, tooManyPhotos, tooManyBytes, uploadInterrupted } from './photo.errors.js';

const FORM_FIELD = 'image';

/** Limits of the form besides the photo itself. */
const LIMITS = { fileSize: UPLOAD_MAX_BYTES, files: 1, fields: 10, fieldSize: 10_000, parts: 12, headerPairs: 50 };

/** Room for the form's own bytes: a longer request must contain too large a photo. */
const FORM_OVERHEAD_BYTES = 200_000;

/**
 * Streams the form's photo to a file, without keeping it in memory. Throws 400 without a photo or for a broken form,
 * 413 above 25 MB; the file is removed then.
 */
export async function receivePhoto(request: FastifyRequest, path: string): Promise<void> {
  if (!request.isMultipart()) throw photoMissing();
  if (Number(request.headers['content-length']) > UPLOAD_MAX_BYTES + FORM_OVERHEAD_BYTES) throw tooManyBytes();
  let received = false;
  try {
    for await (const part of request.parts({ limits: LIMITS })) {
      if (part.type !== 'file') continue;
      if (part.fieldname === FORM_FIELD) {
        await savePart(part, path);
        received = true;
      } else part.file.resume();
    }
  } catch (error) {
    await rm(path, { force: true });
    throw toUploadError(error);
  }
  if (!received) throw photoMissing();
}

async function savePart(part: MultipartFile, path: string): Promise<void> {
  await pipeline(part.file, createWriteStream(path, { flags: 'w', mode: 0o600 }));
  if (part.file.truncated) throw tooManyBytes();
}

/** Converts errors of the form parser by their codes. */
function toUploadError(error: unknown): unknown {
  if (isDomainError(error)) return error;
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'FST_REQ_FILE_TOO_LARGE':
      return tooManyBytes();
    case 'FST_FILES_LIMIT':
      return tooManyPhotos();
    case 'ENOSPC':
    case 'EACCES':
    case 'EROFS':
    case 'EMFILE':
      return picturesUnreachable(error);
    default:
      return uploadInterrupted(error);
  }
}
