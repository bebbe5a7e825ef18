import { UPLOAD_MAX_BYTES } from '@shop/contracts/art';
import type { FastifyRequest } from 'fastify';
import { receiveFile } from '../images/receive-file.js';
import { photoMissing, tooManyPhotos, tooManyBytes, uploadInterrupted } from './photo.errors.js';

/**
 * Streams the form's photo to a file, without keeping it in memory. Throws 400 without a photo or for a broken form,
 * 413 above 25 MB; the file is removed then.
 */
export const receivePhoto = (request: FastifyRequest, path: string): Promise<void> =>
  receiveFile(request, path, {
    maxBytes: UPLOAD_MAX_BYTES,
    errors: { missing: photoMissing, tooMany: tooManyPhotos, tooLarge: tooManyBytes, interrupted: uploadInterrupted },
  });
