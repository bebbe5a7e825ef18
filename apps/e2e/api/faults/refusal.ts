import { operations, type Operation } from '@shop/contracts/api';
import { type Api, expect } from '../api.fixture.ts';
import type { Answered, Person, Sending } from '../person.ts';

export interface Refusal {
  status: number;
  sentence: string;
  /** Seconds, as the header says them. */
  retryAfter: string | null;
}

export type Call = readonly [method: string, path: string, sending?: Sending];

export const refusalOf = ({ status, text, headers }: Answered): Refusal => ({
  status,
  sentence: text,
  retryAfter: headers.get('retry-after'),
});
const asDocument = (sending: Sending = {}): Sending => ({
  ...sending,
  headers: { ...sending.headers, accept: 'application/problem+json' },
});

export const refused = (status: number, sentence: string): Refusal => ({ status, sentence, retryAfter: null });

/** Every part that is down, and every one that broke off. */
export const away = (status: 502 | 503, part: string): Refusal => ({
  status,
  sentence: `${part} is unavailable right now. Please try again in a moment.`,
  retryAfter: '5',
});

/** Both forms of D3, so the call is sent twice, at once: text for people, and RFC 9457. Resolves with the text's. */
export async function refusalTo({ document }: Api, caller: Person, [method, path, sending]: Call): Promise<Refusal> {
  const [text, problem] = await Promise.all([
    caller.send(method, path, sending),
    caller.send(method, path, asDocument(sending)),
  ]);
  expect([method, path, text.type, text.text]).toEqual([
    method,
    path,
    'text/plain; charset=utf-8',
    expect.stringMatching(/^[^\n<>{}]{3,200}$/),
  ]);
  expect([method, path, problem.type]).toEqual([method, path, expect.stringContaining('application/problem+json')]);
  const said = problem.json<{ title: string; status: number }>();
  expect(document.faultsOfProblem(said)).toEqual([]);
  // Seconds to wait run on between the two.
  const plain = (sentence: string): string => sentence.replace(/\d+ seconds/, 'N seconds');
  expect([said.status, problem.status, plain(said.title)]).toEqual([text.status, text.status, plain(text.text)]);
  return refusalOf(text);
}

/** A refusal that the documentation of the call names. */
export async function documentedRefusalTo(api: Api, caller: Person, call: Call): Promise<Refusal> {
  const said = await refusalTo(api, caller, call);
  expect(isDocumented(call, said.status) ? [] : [`${call[0]} ${call[1]} documents no ${said.status}`]).toEqual([]);
  return said;
}

function isDocumented([method, path]: Call, status: number): boolean {
  const found = operations.find(
    (operation) =>
      operation.method === method &&
      new RegExp(`^${operation.path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`).test(path),
  );
  return found !== undefined && statusesOf(found).has(status);
}

const statusesOf = ({ examples, refusals = {} }: Operation): Set<number> =>
  new Set([...examples.map((example) => example.status), ...Object.keys(refusals).map(Number)]);
