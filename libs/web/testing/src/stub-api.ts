type Fetch = typeof globalThis.fetch;

const realXmlHttpRequest = globalThis.XMLHttpRequest;

/**
 * Makes XMLHttpRequest, which uploads use for their progress, call `fetchStub`. `getProgressShares` lists the progress
 * events of a request.
 */
function stubXmlHttpRequest(fetchStub: Fetch, getProgressShares: (name: string) => readonly number[]): void {
  class StubbedXmlHttpRequest {
    status = 0;
    statusText = '';
    responseText = '';
    withCredentials = false;
    upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number; total: number }) => void } = {};
    onload?: () => void;
    onerror?: () => void;
    #method = '';
    #path = '';
    #headers = new Headers();
    readonly #requestHeaders: Record<string, string> = {};
    readonly #abortController = new AbortController();

    open(method: string, path: string): void {
      [this.#method, this.#path] = [method, path];
    }

    setRequestHeader(name: string, value: string): void {
      this.#requestHeaders[name] = value;
    }

    getResponseHeader(name: string): string | null {
      return this.#headers.get(name);
    }

    abort(): void {
      this.#abortController.abort();
    }

    send(body: FormData): void {
      void this.#send(body);
    }

    async #send(body: FormData): Promise<void> {
      const { signal } = this.#abortController;
      try {
        const coming = fetchStub(this.#path, {
          method: this.#method,
          headers: this.#requestHeaders,
          body,
          signal,
          credentials: this.withCredentials ? 'include' : 'same-origin',
        });
        for (const share of getProgressShares(`${this.#method} ${this.#path}`))
          this.upload.onprogress?.({ lengthComputable: true, loaded: share * 1000, total: 1000 });
        const response = await coming;
        const { status, statusText, headers } = response;
        Object.assign(this, { status, statusText, responseText: await response.text() });
        this.#headers = headers;
        this.onload?.();
      } catch {
        if (!signal.aborted) this.onerror?.();
      }
    }
  }
  Object.assign(globalThis, { XMLHttpRequest: StubbedXmlHttpRequest });
}

function restoreXmlHttpRequest(): void {
  Object.assign(globalThis, { XMLHttpRequest: realXmlHttpRequest });
}

/** A response of the stubbed server: status 200 by default, `json`, or `text` for an error message. */
export interface StubbedResponse {
  status?: number;
  json?: unknown;
  text?: string;
  headers?: Record<string, string>;
  /** The response waits until this settles. */
  after?: Promise<unknown>;
  /** Progress of an upload: the shares reported before the response arrives. */
  sent?: readonly number[];
  /** The connection breaks: no response at all. */
  lost?: boolean;
}

export interface RecordedCall {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** The parsed JSON body, or the form as it was sent. */
  body: unknown;
  credentials: RequestCredentials | undefined;
}

type StubbedResponses = Record<string, StubbedResponse | ((call: RecordedCall) => StubbedResponse)>;

const realFetch = globalThis.fetch;

/** jsdom has no Response. */
function toResponse({ status = 200, json, text = '', headers }: StubbedResponse): Response {
  const body = json === undefined ? text : JSON.stringify(json);
  const response = {
    ok: status >= 200 && status < 300,
    status,
    statusText: `Status ${status}`,
    headers: new Headers(headers),
    text: () => Promise.resolve(body),
    json: () => Promise.resolve().then((): unknown => JSON.parse(body)),
  };
  return response as unknown as Response;
}

function toRecordedCall(input: RequestInfo | URL, init: RequestInit = {}): RecordedCall {
  const path = typeof input === 'string' ? input : 'url' in input ? input.url : input.href;
  const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
  return {
    method: init.method ?? 'GET',
    path,
    headers: { ...(init.headers as Record<string, string>) },
    body,
    credentials: init.credentials,
  };
}

/**
 * Stubs the server: `stubApi({ 'GET /api/products': { json: [] } })`. A test may change the responses while it runs. A
 * request without a response gets 404 and is listed in `unexpected`. Without a response for `GET /api/user` the visitor
 * is anonymous; without one for `GET /api/shop` the shop has no settings.
 */
export function stubApi(responses: StubbedResponses) {
  const calls: RecordedCall[] = [];
  const unexpectedCalls: string[] = [];
  responses['GET /api/user'] ??= { status: 401, text: 'Not signed in' };
  responses['GET /api/shop'] ??= { status: 404, text: 'Not found' };
  globalThis.fetch = async (input, init) => {
    const call = toRecordedCall(input, init);
    const name = `${call.method} ${call.path}`;
    calls.push(call);
    const stub = responses[name];
    if (!stub) unexpectedCalls.push(name);
    const response = typeof stub === 'function' ? stub(call) : (stub ?? { status: 404, text: 'Not found' });
    await response.after;
    if (init?.signal?.aborted) throw new DOMException('Aborted', 'AbortError');
    if (response.lost) throw new TypeError('Failed to fetch');
    return toResponse(response);
  };
  stubXmlHttpRequest(globalThis.fetch, (name) => {
    const stub = responses[name];
    return (typeof stub === 'object' && stub.sent) || [];
  });
  return {
    responses,
    calls,
    unexpected: unexpectedCalls,
    callsTo: (name: string) => calls.filter((call) => `${call.method} ${call.path}` === name),
  };
}

export function restoreApi(): void {
  globalThis.fetch = realFetch;
  restoreXmlHttpRequest();
}
