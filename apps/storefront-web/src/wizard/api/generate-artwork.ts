import { generationReader, type GenerateRequest, type FinishedGeneration } from '@shop/contracts/art';
import { api } from '@shop/web-kit';

/**
 * Waits for the artwork. A request with the same key joins the running generation instead of starting a second one, so it
 * can be repeated after a reload or a lost connection.
 */
export function generateArtwork(
  request: GenerateRequest,
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<FinishedGeneration> {
  return api.post('/api/generate', request, generationReader, {
    headers: { 'Idempotency-Key': idempotencyKey },
    signal,
  });
}
