import { generationSchema, type GenerateRequest, type Generation } from '@shop/contracts/art';
import { api } from '@shop/web-kit';

/**
 * Waits for the artwork. The same key joins a drawing that already runs instead of starting a second one (D16),
 * so it may be called again after a reload or a lost connection.
 */
export function generateArtwork(request: GenerateRequest, key: string, signal: AbortSignal): Promise<Generation> {
  return api.post('/api/generate', request, generationSchema, { headers: { 'Idempotency-Key': key }, signal });
}
