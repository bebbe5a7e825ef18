import { ApiError, ConnectionError, parseRetryAfterSeconds } from './api-error.js';

export interface UploadOptions {
  signal?: AbortSignal;
  /** Receives the share of sent bytes, 0..1. */
  onProgress?: (share: number) => void;
}

/**
 * Sends a multipart form by XMLHttpRequest, because fetch reports no upload progress, and returns the body of the
 * response. The browser adds the boundary to the content type.
 */
export async function sendForm(url: string, form: FormData, options: UploadOptions): Promise<string> {
  const request = await sendRequest(url, form, options);
  const { status, statusText, responseText } = request;
  if (status >= 200 && status < 300) return responseText;
  throw new ApiError(
    status,
    responseText.trim() || statusText,
    parseRetryAfterSeconds(request.getResponseHeader('retry-after')),
  );
}

/** Rejects with ConnectionError when no response arrives, or with the signal's reason after an abort. */
function sendRequest(url: string, form: FormData, { signal, onProgress }: UploadOptions): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.withCredentials = true;
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    };
    request.onload = () => resolve(request);
    request.onerror = () => reject(new ConnectionError(request.status));
    signal?.addEventListener(
      'abort',
      () => {
        request.abort();
        reject(
          signal.reason instanceof Error ? signal.reason : new DOMException('The upload was aborted', 'AbortError'),
        );
      },
      { once: true },
    );
    request.send(form);
  });
}
