import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import { isDomainError, type DomainError } from '@shop/contracts-common';
import type { FastifyRequest } from 'fastify';
import { picturesUnreachable } from './image-store.js';

const FORM_FIELD = 'image';

/** Limits of the form besides the file itself. */
const LIMITS = { files: 1, fields: 10, fieldSize: 10_000, parts: 12, headerPairs: 50 };

/** Room for the form's own bytes: a longer request must contain too large a file. */
const FORM_OVERHEAD_BYTES = 200_000;

export interface ReceivedFileRules {
  readonly maxBytes: number;
  readonly errors: {
    missing(): DomainError;
    tooMany(): DomainError;
    tooLarge(): DomainError;
    /** The form ends too early: the connection or a proxy broke the request. */
    interrupted(cause: unknown): DomainError;
  };
}

/**
 * Streams the form's file to a path, without keeping it in memory. Throws the errors of the rules, and 503 where the
 * file can't be written; the file is removed then.
 */
export async function receiveFile(request: FastifyRequest, path: string, rules: ReceivedFileRules): Promise<void> {
  const { maxBytes, errors } = rules;
  if (!request.isMultipart()) throw errors.missing();
  if (Number(request.headers['content-length']) > maxBytes + FORM_OVERHEAD_BYTES) throw errors.tooLarge();
  let received = false;
  try {
    for await (const part of request.parts({ limits: { ...LIMITS, fileSize: maxBytes } })) {
      if (part.type !== 'file') continue;
      if (part.fieldname === FORM_FIELD) {
        await savePart(part, path, rules);
        received = true;
      } else part.file.resume();
    }
  } catch (error) {
    readRest(request);
    await rm(path, { force: true });
    throw toReceiveError(error, rules);
  }
  if (!received) throw errors.missing();
}

/** Otherwise the rest of the form would block the next request of this connection. */
function readRest({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

async function savePart(part: MultipartFile, path: string, { errors }: ReceivedFileRules): Promise<void> {
  await pipeline(part.file, createWriteStream(path, { flags: 'w', mode: 0o600 }));
  if (part.file.truncated) throw errors.tooLarge();
}

/** Converts errors of the form parser by their codes. */
function toReceiveError(error: unknown, { errors }: ReceivedFileRules): unknown {
  if (isDomainError(error)) return error;
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'FST_REQ_FILE_TOO_LARGE':
      return errors.tooLarge();
    case 'FST_FILES_LIMIT':
      return errors.tooMany();
    case 'ENOSPC':
    case 'EACCES':
    case 'EROFS':
    case 'EMFILE':
      return picturesUnreachable(error);
    default:
      return errors.interrupted(error);
  }
}
