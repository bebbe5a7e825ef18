import { type Upload, UPLOAD_MAX_BYTES } from '@shop/contracts-art';
import {
  detectPictureFormat,
  getFormatMessage,
  isPhotoFormat,
  PICTURE_SIGNATURE_BYTES,
  SERVICE_RESTARTING,
} from '@shop/contracts-common';
import { uploadPhoto } from '@shop/contracts-art/routes';
import { api, ApiError, ConnectionError, getErrorMessage } from '@shop/web-kit';

/** A file that can't be uploaded; the message says why and what helps. */
class PhotoFileError extends Error {
  override readonly name = 'PhotoFileError';
}

const WITHDRAWN =
  'Your device took the photo back while it was being sent. That happens when a photo was changed, moved or is still in the cloud. Please choose it again.';
const TOO_LARGE = 'That photo is too large. Please use one of at most 25 MB.';

/**
 * Rejects with PhotoFileError for a file that the server would refuse by its size or by its content, and for one that
 * can't be read. An unknown content is left to the server.
 */
async function assertPhotoFile(file: File): Promise<void> {
  const format = detectPictureFormat(new Uint8Array(await readStart(file)));
  if (format && !isPhotoFormat(format)) throw new PhotoFileError(getFormatMessage(format));
  if (file.size > UPLOAD_MAX_BYTES) throw new PhotoFileError(TOO_LARGE);
}

/**
 * Rejects with PhotoFileError if the file can't be read any more. A request with such a file fails like one without a
 * connection (Chromium's ERR_UPLOAD_FILE_CHANGED).
 */
const assertReadable = async (file: File): Promise<void> => void (await readStart(file));

async function readStart(file: File): Promise<ArrayBuffer> {
  try {
    return await file.slice(0, PICTURE_SIGNATURE_BYTES).arrayBuffer();
  } catch (error) {
    if (error instanceof DOMException) throw new PhotoFileError(WITHDRAWN, { cause: error });
    // Safari 13 has no `Blob.arrayBuffer`.
    return new ArrayBuffer(0);
  }
}

/** Why a photo was not uploaded. */
export interface UploadProblem {
  /** Says what helps. */
  readonly message: string;
  /** The same photo may be sent again. */
  readonly canRetry: boolean;
}

const OFFLINE = 'You are offline. Please check your connection and try again.';
const CONNECTION_LOST = 'The connection broke while your photo was being sent. Please try again.';
const UNAVAILABLE = "The shop can't take photos right now. Please try again in a moment.";
const REFUSED = 'The shop did not take your photo. Please reload the page and try again.';

/** The photo itself has to be replaced; the server says why. These texts are for answers of a proxy. */
const PHOTO_ERRORS: Partial<Record<number, string>> = {
  400: 'This photo could not be read. Please try another.',
  413: 'That photo is too large. Please use one of at most 25 MB.',
  415: getFormatMessage(null),
  422: 'This photo could not be read. Please try another.',
};

/** Null if the customer cancelled the upload. */
export function getUploadProblem(error: Error): UploadProblem | null {
  if (error.name === 'AbortError') return null;
  if (error instanceof PhotoFileError) return { message: error.message, canRetry: false };
  if (error instanceof ConnectionError)
    return { message: navigator.onLine ? CONNECTION_LOST : OFFLINE, canRetry: true };
  return error instanceof ApiError ? getAnswerProblem(error) : { message: getErrorMessage(error), canRetry: true };
}

function getAnswerProblem({ status, userMessage, retryAfterSeconds }: ApiError): UploadProblem {
  const photoError = PHOTO_ERRORS[status];
  if (photoError) return { message: isPlainText(userMessage) ? userMessage : photoError, canRetry: false };
  if (status === 429) return { message: getLimitMessage(retryAfterSeconds), canRetry: true };
  if (status === 503) return { message: isPlainText(userMessage) ? userMessage : UNAVAILABLE, canRetry: true };
  return { message: status >= 500 || status === 408 ? UNAVAILABLE : REFUSED, canRetry: true };
}

/** False for the HTML page of a proxy. */
const isPlainText = (text: string): boolean => text.endsWith('.') && text.length <= 300 && !text.includes('<');

const getLimitMessage = (waitSeconds: number | null): string =>
  `Many photos came from your connection in a short time. Please try again ${describeWait(waitSeconds)}.`;

function describeWait(seconds: number | null): string {
  if (seconds === null) return 'in a few minutes';
  if (seconds < 90) return seconds === 1 ? 'in 1 second' : `in ${seconds} seconds`;
  return `in ${Math.ceil(seconds / 60)} minutes`;
}

export interface PhotoUpload {
  photo: File;
  signal: AbortSignal;
  /** Called with 0..1 of the bytes sent. */
  onProgress: (sent: number) => void;
}

/** How often a photo is sent again whose upload a service refused because it restarts. */
const REPEATS_MAX = 2;

/** The photo was not stored. Not for 504, nor for an overloaded service: the photo may be stored, or another attempt adds to the load. */
const isRestarting = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 503 && error.code === SERVICE_RESTARTING;

/** Rejects with AbortError as soon as the signal is aborted. */
const waitUnlessAborted = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(new DOMException('The upload was aborted', 'AbortError'));
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });

/**
 * Checks the file before it is sent, and again when the connection seems to be lost. A service that restarts waits a minute for an upload:
 * a slower one is sent again after the `Retry-After`, up to twice.
 */
export async function sendPhoto({ photo, ...options }: PhotoUpload): Promise<Upload> {
  await assertPhotoFile(photo);
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await api.upload(uploadPhoto, photo, options);
    } catch (error) {
      if (error instanceof ConnectionError) await assertReadable(photo);
      const waitSeconds = isRestarting(error) ? error.retryAfterSeconds : null;
      if (waitSeconds === null || repeats === REPEATS_MAX) throw error;
      await waitUnlessAborted(waitSeconds, options.signal);
    }
  }
}
