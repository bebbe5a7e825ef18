import { getFormatMessage } from '@shop/contracts/art';
import { ApiError, ConnectionError, getErrorMessage } from '@shop/web-kit';
import { PhotoFileError } from './photo-file.js';

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
