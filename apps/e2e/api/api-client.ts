import { randomUUID } from 'node:crypto';
import { SAMPLE } from '@shop/contracts-common/docs';
import type { PhotoFile } from '../support/pet-photo.ts';

export interface RequestOptions {
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  file?: PhotoFile;
  /** true: sends a form, also without a file. */
  isForm?: boolean;
}

export interface ApiAnswer {
  status: number;
  type: string;
  headers: Headers;
  bytes: Buffer;
  text: string;
  json: <T>() => T;
}

/** How long a call is repeated while its answer is "not ready yet". */
const READY_TIMEOUT_MS = 60_000;

let clientCount = 0;

/** A client of the API with its own cookies and IP address. */
export class ApiClient {
  private readonly cookies = new Map<string, string>();
  private readonly origin: string;
  private readonly address: string;
  email = '';

  constructor(origin: string) {
    this.origin = origin;
    clientCount += 1;
    this.address = `10.0.${clientCount >> 8}.${clientCount & 255}`;
  }

  async send(
    method: string,
    path: string,
    { query, headers, body, file, isForm = file !== undefined }: RequestOptions = {},
  ): Promise<ApiAnswer> {
    const address = new URL(path, this.origin);
    for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, value);
    const form = isForm ? new FormData() : undefined;
    if (file) form?.set('image', new Blob([new Uint8Array(file.buffer)], { type: file.mimeType }), file.name);
    const response = await fetch(address, {
      method,
      redirect: 'manual',
      headers: {
        origin: this.origin,
        'x-forwarded-for': this.address,
        ...(this.cookies.size > 0 ? { cookie: [...this.cookies].map((pair) => pair.join('=')).join('; ') } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
    });
    this.storeCookies(response.headers.getSetCookie());
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString('utf8');
    return {
      status: response.status,
      type: response.headers.get('content-type') ?? '',
      headers: response.headers,
      bytes,
      text,
      json: <T>() => JSON.parse(text) as T,
    };
  }

  /** Repeats the call after `Retry-After` while the answer is 503: a busy machine draws previews and cut-outs later. */
  async sendUntilReady(method: string, path: string, sending: RequestOptions = {}): Promise<ApiAnswer> {
    const deadline = Date.now() + READY_TIMEOUT_MS;
    for (;;) {
      const answer = await this.send(method, path, sending);
      const retryAfterSeconds = Number(answer.headers.get('retry-after'));
      if (answer.status !== 503 || retryAfterSeconds === 0 || Date.now() > deadline) return answer;
      await new Promise((resolve) => setTimeout(resolve, retryAfterSeconds * 1000));
    }
  }

  /** For preparations: throws if the answer is an error. */
  async sendOrThrow<T>(method: string, path: string, sending: RequestOptions = {}): Promise<T> {
    const answer = await this.sendUntilReady(method, path, sending);
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status}: ${answer.text}`);
    return answer.text ? answer.json<T>() : (undefined as T);
  }

  async register(): Promise<this> {
    this.email = `pat-${randomUUID()}@example.com`;
    await this.sendOrThrow('POST', '/api/register', {
      body: { email: this.email, password: SAMPLE.password, firstName: 'Pat' },
    });
    return this;
  }

  private storeCookies(lines: string[]): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split(';');
      const at = pair.indexOf('=');
      const isOver = attributes.some((attribute) => /max-age=0|expires=thu, 01 jan 1970/i.test(attribute));
      if (isOver) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }
}
