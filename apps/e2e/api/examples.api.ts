import { operations, type Person as Who, SAMPLE } from '@shop/contracts/api';
import { expect, test } from './api.fixture.ts';
import { prepare } from './example-call.ts';
import type { Answered } from './person.ts';

const UNKNOWN = SAMPLE.unknown;

/** D3: a short sentence for people. */
function expectSentence({ text, type }: Answered): void {
  expect(type).toBe('text/plain; charset=utf-8');
  expect(text).toMatch(/^[^\n<>{}]{3,200}$/);
}

const BEGINNINGS: Record<string, string> = {
  'application/zip': 'PK',
  'image/png': '\u0089PNG',
  'image/webp': 'RIFF',
  'text/csv': '\u00ef\u00bb\u00bf',
};

// Each makes what it needs: whichever worker is free takes the next.
test.describe.configure({ mode: 'parallel' });

for (const operation of operations) {
  const { method, path, access, answer } = operation;
  test.describe(`${method} ${path}`, () => {
    for (const example of operation.examples) {
      test(`${example.name} (${example.status})`, async ({ api }) => {
        const { caller, path: address, sending } = await prepare(api.world, operation, example);
        const answered = await caller.send(method, address, sending);
        expect([answered.status, answered.status >= 400 ? answered.text : 'answered']).toEqual([
          example.status,
          example.sentence ?? (example.status >= 400 ? answered.text : 'answered'),
        ]);
        if (example.status >= 400) {
          expectSentence(answered);
          if (example.isSaidOnce) return;
          const document = await caller.send(method, address, {
            ...sending,
            headers: { ...sending.headers, accept: 'application/problem+json' },
          });
          expect([document.status, document.type]).toEqual([
            example.status,
            expect.stringContaining('application/problem+json'),
          ]);
          expect(api.document.faultsOf(operation, document.status, document.type, document.json())).toEqual([]);
          expect(document.json<{ title: string }>().title).toBe(answered.text);
        } else if (answer.schema) {
          expect(api.document.faultsOf(operation, answered.status, answered.type, answered.json())).toEqual([]);
        } else if (answer.type) {
          expect(answered.type).toContain(answer.type);
          expect(answered.bytes.toString('latin1').slice(0, 4)).toMatch(
            new RegExp(`^${BEGINNINGS[answer.type] ?? ''}`),
          );
        }
      });
    }

    if (method !== 'GET' && !path.startsWith('/api/webhooks/')) {
      test('refuses what another site sends (403)', async ({ api }) => {
        const caller = await api.world.person('nobody');
        const answered = await caller.send(method, path.replaceAll(/:(\w+)/g, UNKNOWN), {
          headers: { origin: 'https://elsewhere.example' },
          body: {},
        });
        expect([answered.status, answered.text]).toEqual([403, 'This request came from another site and was refused.']);
      });
    }

    const refused: [Who, number, string][] = [];
    if (access === 'session' || access === 'user' || access === 'admin') refused.push(['nobody', 401, 'Not signed in']);
    if (access === 'user' || access === 'admin') refused.push(['a guest', 401, 'Not signed in']);
    if (access === 'admin') refused.push(['a customer', 403, 'Admin access required']);
    for (const [who, status, sentence] of refused) {
      test(`refuses ${who} (${status})`, async ({ api }) => {
        const caller = await api.world.person(who);
        const [example] = operation.examples;
        const file = operation.body === 'upload' ? await api.world.pet() : undefined;
        const answered = await caller.send(method, path.replaceAll(/:(\w+)/g, UNKNOWN), { body: example?.body, file });
        expect([answered.status, answered.text]).toEqual([status, sentence]);
      });
    }
  });
}
