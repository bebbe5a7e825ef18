/** What the server answers: JSON by default, `text` for the sentence of an error. */
export interface Answer {
  status?: number;
  json?: unknown;
  text?: string;
  /** Held back until this is settled. */
  after?: Promise<unknown>;
  /** No answer at all: the connection is lost. */
  lost?: boolean;
}

export interface Call {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** A parsed JSON body, or the form as it was sent. */
  body: unknown;
}

type Answers = Record<string, Answer | ((call: Call) => Answer)>;

const realFetch = globalThis.fetch;

function asResponse({ status = 200, json, text = '' }: Answer): Response {
  const body = json === undefined ? text : JSON.stringify(json);
  return {
    ok: status >= 200 && status < 300,
    status,
    statusText: '',
    headers: new Headers(),
    text: () => Promise.resolve(body),
    json: () => Promise.resolve(JSON.parse(body) as unknown),
  } as Response;
}

const bodyOf = (init: RequestInit | undefined): unknown => (typeof init?.body === 'string' ? JSON.parse(init.body) : (init?.body ?? undefined));

const addressOf = (input: RequestInfo | URL): string => (typeof input === 'string' ? input : input instanceof URL ? input.href : input.url);

/**
 * Stands in for the server at the network's edge: `{'GET /api/products': {json: []}}`. A call nobody expected is
 * answered with 404 and named by the test's `unexpected` list. Answers may be changed while the test runs.
 */
export function stubApi(answers: Answers) {
  const calls: Call[] = [];
  const unexpected: string[] = [];
  globalThis.fetch = async (input, init) => {
    const call: Call = { method: init?.method ?? 'GET', path: addressOf(input), headers: { ...(init?.headers as Record<string, string>) }, body: bodyOf(init) };
    calls.push(call);
    const given = answers[`${call.method} ${call.path}`];
    if (!given) unexpected.push(`${call.method} ${call.path}`);
    const answer = typeof given === 'function' ? given(call) : (given ?? { status: 404, text: 'Not found' });
    await answer.after;
    if (init?.signal?.aborted) throw new DOMException('Aborted', 'AbortError');
    if (answer.lost) throw new TypeError('Failed to fetch');
    return asResponse(answer);
  };
  return {
    answers,
    calls,
    unexpected,
    callsOf: (method: string, path: string) => calls.filter((call) => call.method === method && call.path === path),
  };
}

export function restoreApi(): void {
  globalThis.fetch = realFetch;
}
