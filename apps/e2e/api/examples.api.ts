import { operations, type Operation } from '@shop/contracts/api';
import { Database } from '../support/database.ts';
import { expect, test } from '../support/test.ts';
import { prepare } from './example-call.ts';
import type { Answered, Person } from './person.ts';
import type { TestShop } from './test-shop.ts';

const BEGINNINGS: Record<string, string> = {
  'application/zip': 'PK',
  'image/png': '\u0089PNG',
  'image/webp': 'RIFF',
  'text/csv': '\u00ef\u00bb\u00bf',
};

/** In which database the audit trail of an admin's change is, by the beginning of its address. */
const TRAILS = {
  '/api/admin/products': 'catalog',
  '/api/admin/money': 'orders',
  '/api/admin/orders': 'orders',
  '/api/admin/contact-submissions': 'support',
} as const;
/** A picture alone changes nothing until a product is saved with it. */
const CHANGES_NOTHING = '/api/admin/product-pictures';

/** A short sentence for people. */
function expectMessage({ text, type }: Answered): void {
  expect(type).toBe('text/plain; charset=utf-8');
  expect(text).toMatch(/^[^\n<>{}]{3,200}$/);
}

const isChange = ({ access, method, path }: Operation): boolean =>
  access === 'admin' && method !== 'GET' && path !== CHANGES_NOTHING;

/** The call is in the audit trail once, with who, what, before and after. */
async function expectAudited(
  testShop: TestShop,
  { path }: Operation,
  caller: Person,
  send: () => Promise<Answered>,
): Promise<Answered> {
  const trail = Object.entries(TRAILS).find(([beginning]) => path.startsWith(beginning))?.[1];
  if (!trail) throw new Error(`${path} has no audit trail`);
  const { id, email } = await caller.must<{ id: string; email: string }>('GET', '/api/user');
  return Database.during(testShop.shop, trail, async (database) => {
    const began = new Date();
    const answered = await send();
    const entries = await database.query<{ before: object | null; after: object | null }>(
      'SELECT actor, actor_id, action, before, after FROM audit_entries WHERE at >= $1 AND actor_id = $2',
      [began, id],
    );
    expect(entries).toEqual([
      expect.objectContaining({ actor_id: id, actor: email, action: expect.stringMatching(/\w/) }),
    ]);
    expect(entries[0]?.before ?? entries[0]?.after).not.toBeNull();
    expect(JSON.stringify(entries[0]?.before)).not.toBe(JSON.stringify(entries[0]?.after));
    return answered;
  });
}

for (const operation of operations) {
  const { method, path, answer } = operation;
  test.describe(`${method} ${path}`, () => {
    for (const example of operation.examples) {
      test(`${example.name} (${example.status})`, async ({ api: { testShop, document } }) => {
        const { caller, path: address, sending } = await prepare(testShop, operation, example);
        const send = () => caller.send(method, address, sending);
        const answered =
          isChange(operation) && example.status < 400
            ? await expectAudited(testShop, operation, caller, send)
            : await send();
        const message = answered.status >= 400 ? answered.text : 'no error';
        expect([answered.status, message]).toEqual([
          example.status,
          example.message ?? (example.status >= 400 ? message : 'no error'),
        ]);
        if (example.status >= 400) {
          expectMessage(answered);
          if (example.failsOnlyOnce) return;
          const problem = await caller.send(method, address, {
            ...sending,
            headers: { ...sending.headers, accept: 'application/problem+json' },
          });
          expect([problem.status, problem.type]).toEqual([
            example.status,
            expect.stringContaining('application/problem+json'),
          ]);
          expect(document.faultsOf(operation, problem.status, problem.type, problem.json())).toEqual([]);
          expect(problem.json<{ title: string }>().title).toBe(answered.text);
        } else if (answer.schema) {
          expect(document.faultsOf(operation, answered.status, answered.type, answered.json())).toEqual([]);
        } else if (answer.type) {
          expect(answered.type).toContain(answer.type);
          expect(answered.bytes.toString('latin1').slice(0, 4)).toMatch(
            new RegExp(`^${BEGINNINGS[answer.type] ?? ''}`),
          );
        }
      });
    }
  });
}
