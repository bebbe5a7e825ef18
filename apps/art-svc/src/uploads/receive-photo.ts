import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import { UPLOAD_MAX_BYTES } from '@shop/contracts/art';
import { isDomainError } from '@shop/contracts/common';
import type { FastifyRequest } from 'fastify';
import { picturesUnreachable } from '../images/image-store.js';
import { missing, tooMany, tooManyBytes, unreadable } from './photo.rules.js';

const FIELD = 'image';

/** What a form may cost us besides the photo itself. */
const LIMITS = { fileSize: UPLOAD_MAX_BYTES, files: 1, fields: 10, fieldSize: 10_000, parts: 12, headerPairs: 50 };

/** The form's own bytes around the file: a request longer than both together holds too large a photo. */
const FORM_OVERHEAD_BYTES = 200_000;

/**
 * Streams the form's photo to a file of its own, never holding it in memory whole.
 * Throws 400 without a photo or with a broken form, 413 beyond 25 MB; the file is gone then.
 */
export async function receivePhoto(request: FastifyRequest, path: string): Promise<void> {
  if (!request.isMultipart()) throw missing();
  if (Number(request.headers['content-length']) > UPLOAD_MAX_BYTES + FORM_OVERHEAD_BYTES) throw tooManyBytes();
  let received = false;
  try {
    for await (const part of request.parts({ limits: LIMITS })) {
      if (part.type !== 'file') continue;
      if (part.fieldname === FIELD) {
        await save(part, path);
        received = true;
      } else part.file.resume();
    }
  } catch (error) {
    await rm(path, { force: true });
    throw refusalOf(error);
  }
  if (!received) throw missing();
}

async function save(part: MultipartFile, path: string): Promise<void> {
  await pipeline(part.file, createWriteStream(path, { flags: 'w', mode: 0o600 }));
  if (part.file.truncated) throw tooManyBytes();
}

/** Errors of the form's parser, by their codes. */
function refusalOf(error: unknown): unknown {
  if (isDomainError(error)) return error;
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'FST_REQ_FILE_TOO_LARGE':
      return tooManyBytes();
    case 'FST_FILES_LIMIT':
      return tooMany();
    case 'ENOSPC':
    case 'EACCES':
    case 'EROFS':
    case 'EMFILE':
      return picturesUnreachable(error);
    default:
      return unreadable(error);
  }
}
