import http from 'node:http';
import https from 'node:https';
import { detectPictureFormat, type PictureFormat } from '@shop/contracts-common';
import { type RequestFilteringAgentOptions, useAgent } from 'request-filtering-agent';

export const MAX_BYTES = 4_000_000;
const MAX_REDIRECTS = 3;
const TIMEOUT_MS = 10_000;

/** What browsers show and what runs no script. SVG does. */
const MIME_TYPES: Partial<Record<PictureFormat, string>> = {
  JPEG: 'image/jpeg',
  PNG: 'image/png',
  WebP: 'image/webp',
  AVIF: 'image/avif',
  GIF: 'image/gif',
};

export interface FetchedPicture {
  readonly mimeType: string;
  readonly bytes: Buffer;
}

/** The address has no picture that the shop can show; another attempt can't help. The message is for the admin. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused';
}

/**
 * Fetches a picture of another site, at most 4 MB, whatever its `Content-Type` says. Private and local addresses are refused after the
 * name is resolved, also after a redirect. Throws PictureRefused, or any other error where another attempt may help.
 */
export async function fetchForeignPicture(
  address: string,
  signal: AbortSignal,
  options: RequestFilteringAgentOptions = {},
): Promise<FetchedPicture> {
  const bytes = await download(new URL(address), AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]), options);
  const format = detectPictureFormat(bytes);
  const mimeType = format && MIME_TYPES[format];
  if (!mimeType) throw new PictureRefused('The address has no JPEG, PNG, WebP, AVIF or GIF picture.');
  return { mimeType, bytes };
}

async function download(
  address: URL,
  signal: AbortSignal,
  options: RequestFilteringAgentOptions,
  redirects = 0,
): Promise<Buffer> {
  const response = await request(address, signal, options);
  const { statusCode = 0, headers } = response;
  if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
    response.destroy();
    if (redirects === MAX_REDIRECTS) throw new PictureRefused('The address leads on and on.');
    const next = new URL(headers.location, address);
    if (next.protocol !== address.protocol) throw new PictureRefused('The address leads to one without https.');
    return download(next, signal, options, redirects + 1);
  }
  if (statusCode !== 200) {
    response.destroy();
    if (statusCode >= 500 || statusCode === 429) throw new Error(`The other site answers ${statusCode}`);
    throw new PictureRefused(`The other site answers ${statusCode}.`);
  }
  return readBody(response);
}

function request(
  address: URL,
  signal: AbortSignal,
  options: RequestFilteringAgentOptions,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { get } = address.protocol === 'https:' ? https : http;
    get(
      address,
      { agent: useAgent(address.href, options), signal, headers: { accept: 'image/*', 'user-agent': 'PetArt' } },
      resolve,
    ).once('error', (error) =>
      reject(isFiltered(error) ? new PictureRefused('The address is not on the internet.', { cause: error }) : error),
    );
  });
}

/** The agent's own errors have no code. */
const isFiltered = (error: Error): boolean => /is not allowed\. Because/.test(error.message);

async function readBody(response: http.IncomingMessage): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > MAX_BYTES) {
      response.destroy();
      throw new PictureRefused('The picture has more than 4 MB.');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
