import { uploadedImageSchema, type UploadedImage } from '@shop/contracts/art';
import { ApiError, ConnectionError, UnexpectedAnswerError } from '@shop/web-kit';

const PATH = '/api/admin/product-pictures';

export interface Sending {
  /** Called with 0..1 of the bytes sent. */
  onProgress: (sent: number) => void;
  signal: AbortSignal;
}

function answerOf(request: XMLHttpRequest): UploadedImage {
  if (request.status < 200 || request.status >= 300) throw new ApiError(request.status, request.responseText.trim() || request.statusText);
  try {
    return uploadedImageSchema.parse(JSON.parse(request.responseText));
  } catch (error) {
    throw new UnexpectedAnswerError(PATH, error);
  }
}

/**
 * Sends a product's picture and tells how far it is, which fetch can't. Throws ApiError for a refusal, ConnectionError where the
 * connection broke, an AbortError where it was called off.
 */
export function uploadPicture(file: File, { onProgress, signal }: Sending): Promise<UploadedImage> {
  const form = new FormData();
  form.append('image', file);
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open('POST', PATH);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    };
    request.onload = () => {
      try {
        resolve(answerOf(request));
      } catch (error) {
        reject(error instanceof Error ? error : new UnexpectedAnswerError(PATH, error));
      }
    };
    request.onerror = () => reject(new ConnectionError(request.status));
    request.onabort = () => reject(new DOMException('The upload was called off', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
