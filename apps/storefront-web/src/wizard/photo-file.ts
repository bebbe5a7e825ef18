import {
  detectPictureFormat,
  getFormatMessage,
  isPhotoFormat,
  PICTURE_SIGNATURE_BYTES,
  UPLOAD_MAX_BYTES,
} from '@shop/contracts/art';

/** A file that can't be uploaded; the message says why and what helps. */
export class PhotoFileError extends Error {
  override readonly name = 'PhotoFileError';
}

const WITHDRAWN =
  'Your device took the photo back while it was being sent. That happens when a photo was changed, moved or is still in the cloud. Please choose it again.';
const TOO_LARGE = 'That photo is too large. Please use one of at most 25 MB.';

/**
 * Rejects with PhotoFileError for a file that the server would refuse by its size or by its content, and for one that
 * can't be read. An unknown content is left to the server.
 */
export async function assertPhotoFile(file: File): Promise<void> {
  const format = detectPictureFormat(new Uint8Array(await readStart(file)));
  if (format && !isPhotoFormat(format)) throw new PhotoFileError(getFormatMessage(format));
  if (file.size > UPLOAD_MAX_BYTES) throw new PhotoFileError(TOO_LARGE);
}

/**
 * Rejects with PhotoFileError if the file can't be read any more. A request with such a file fails like one without a
 * connection (Chromium's ERR_UPLOAD_FILE_CHANGED).
 */
export const assertReadable = async (file: File): Promise<void> => void (await readStart(file));

async function readStart(file: File): Promise<ArrayBuffer> {
  try {
    return await file.slice(0, PICTURE_SIGNATURE_BYTES).arrayBuffer();
  } catch (error) {
    if (error instanceof DOMException) throw new PhotoFileError(WITHDRAWN, { cause: error });
    // Safari 13 has no `Blob.arrayBuffer`.
    return new ArrayBuffer(0);
  }
}
