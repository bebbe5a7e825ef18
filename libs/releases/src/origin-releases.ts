import { createTooLargeError, type ReleaseStore } from './release-store.js';

const TIMEOUT_MS = 10_000;

/** Released files of an HTTP origin, such as a CDN. It is read only. */
export class OriginReleases implements ReleaseStore {
  readonly address: string;
  private readonly closed = new AbortController();

  constructor(address: string) {
    this.address = address.endsWith('/') ? address.slice(0, -1) : address;
  }

  async readFile(key: string, maxBytes: number): Promise<Buffer | null> {
    const response = await fetch(`${this.address}/${key}`, {
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), this.closed.signal]),
      // Compressed files are files of their own. Only pointers change.
      headers: { 'accept-encoding': 'identity', ...(key.startsWith('live/') && { 'cache-control': 'no-cache' }) },
    });
    if (response.status === 404) {
      await response.body?.cancel();
      return null;
    }
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      throw new Error(`${this.address}/${key} answers ${response.status}`);
    }
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      // Leaving the loop cancels the body.
      if (bytes > maxBytes) throw createTooLargeError(key, maxBytes);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  close(): void {
    this.closed.abort();
  }
}
