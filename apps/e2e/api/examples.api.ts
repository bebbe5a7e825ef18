import { operations } from '@shop/contracts-all';
import { type Operation } from '@shop/contracts-common/docs';
import { XLSX_TYPE } from '@shop/contracts-common/routes';
import { Database } from '../support/database.ts';
import { expect, test } from '../support/test.ts';
import { prepareCall } from './example-call.ts';
import type { ApiAnswer, ApiClient } from './api-client.ts';
import type { TestShop } from './test-shop.ts';

const MAGIC_BYTES: Record<string, string> = {
  'application/pdf': '%PDF',
  'application/zip': 'PK',
  [XLSX_TYPE]: 'PK',
  'image/png': '\u0089PNG',
  'image/webp': 'RIFF',
  'text/csv': '\u00ef\u00bb\u00bf',
};

/** Path prefix → database with the audit trail. */
const AUDIT_DATABASES = {
  '/api/admin/products': 'catalog',
  '/api/admin/reviews': 'catalog',
  '/api/admin/styles': 'art',
  '/api/admin/money': 'orders',
  '/api/admin/orders': 'orders',
  '/api/admin/contact-submissions': 'support',
  '/api/admin/users': 'identity',
  '/api/admin/shop': 'orders',
  '/api/admin/owner-emails': 'support',
} as const;
/** A job changes the orders of a bulk action in the admin's name, at any time after the answer. */
const BULK_ACTIONS = '/api/admin/orders/bulk-actions';
/** An uploaded picture changes nothing before a product is saved with it. */
const UPLOAD_WITHOUT_AUDIT = '/api/admin/product-pictures';

/** An error is a short message for people. */
function expectPlainMessage({ text, type }: ApiAnswer): void {
  expect(type).toBe('text/plain; charset=utf-8');
  expect(text).toMatch(/^[^\n<>{}]{3,200}$/);
}

/** A search has its words in the body, and changes nothing. */
const isAuditedChange = ({ access, method, path }: Operation): boolean =>
  access === 'admin' && method !== 'GET' && path !== UPLOAD_WITHOUT_AUDIT && !path.endsWith('/search');

/** Expects one audit entry with actor, action, and the states before and after. */
async function expectAudited(
  testShop: TestShop,
  { path }: Operation,
  caller: ApiClient,
  send: () => Promise<ApiAnswer>,
): Promise<ApiAnswer> {
  const trail = Object.entries(AUDIT_DATABASES).find(([beginning]) => path.startsWith(beginning))?.[1];
  if (!trail) throw new Error(`${path} has no audit trail`);
  const { id, email } = await caller.sendOrThrow<{ id: string; email: string }>('GET', '/api/user');
  return Database.withDatabase(testShop.shop, trail, async (database) => {
    const began = new Date();
    const answered = await send();
    const entries = await database.query<{ before: object | null; after: object | null }>(
      `SELECT actor, actor_id, action, before, after FROM audit_entries
       WHERE at >= $1 AND actor_id = $2 AND ($3 OR subject_type = 'bulk-action')`,
      [began, id, !path.startsWith(BULK_ACTIONS)],
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
        const { caller, path: address, options: sending } = await prepareCall(testShop, operation, example);
        const send = () => caller.sendUntilReady(method, address, sending);
        const answered =
          isAuditedChange(operation) && example.status < 400 && !example.changesNothing
            ? await expectAudited(testShop, operation, caller, send)
            : await send();
        const message = answered.status >= 400 ? answered.text : 'no error';
        expect([answered.status, message]).toEqual([
          example.status,
          example.message ?? (example.status >= 400 ? message : 'no error'),
        ]);
        if (example.status >= 400) {
          expectPlainMessage(answered);
          if (example.failsOnlyOnce) return;
          const problem = await caller.send(method, address, {
            ...sending,
            headers: { ...sending.headers, accept: 'application/problem+json' },
          });
          expect([problem.status, problem.type]).toEqual([
            example.status,
            expect.stringContaining('application/problem+json'),
          ]);
          expect(document.findSchemaErrors(operation, problem.status, problem.type, problem.json())).toEqual([]);
          expect(problem.json<{ title: string }>().title).toBe(answered.text);
        } else if (answer.schema) {
          expect(document.findSchemaErrors(operation, answered.status, answered.type, answered.json())).toEqual([]);
        } else if (answer.type) {
          expect(answered.type).toContain(answer.type);
          expect(answered.bytes.toString('latin1').slice(0, 4)).toMatch(
            new RegExp(`^${MAGIC_BYTES[answer.type] ?? ''}`),
          );
        }
      });
    }
  });
}
