import { type Operation, operations } from '@shop/contracts/api';
import { expect, test } from './api.fixture.ts';
import { prepare } from './example-call.ts';
import { Database } from '../support/database.ts';

/** Whose trail a change of an admin's stands in, by the beginning of its address. A picture alone changes nothing until a product is saved with it. */
const TRAILS = {
  '/api/admin/products': 'catalog',
  '/api/admin/money': 'orders',
  '/api/admin/orders': 'orders',
  '/api/admin/contact-submissions': 'support',
} as const;
const CHANGES_NOTHING = '/api/admin/product-pictures';

interface Entry {
  actor: string;
  actor_id: string;
  action: string;
  subject_id: string;
  before: object | null;
  after: object | null;
  at: Date;
}

const changes = operations.filter(
  ({ access, method, path }) => access === 'admin' && method !== 'GET' && path !== CHANGES_NOTHING,
);

function trailOf({ path }: Operation): (typeof TRAILS)[keyof typeof TRAILS] {
  const found = Object.entries(TRAILS).find(([beginning]) => path.startsWith(beginning));
  if (!found) throw new Error(`Nobody keeps a trail of ${path}`);
  return found[1];
}

for (const operation of changes) {
  const { method, path } = operation;
  for (const example of operation.examples.filter(({ status }) => status < 400)) {
    test(`${method} ${path}, ${example.name}: stands in the audit trail once, with who, what, before and after`, async ({
      api,
    }) => {
      const { caller, path: address, sending } = await prepare(api.world, operation, example);
      const admin = await caller.must<{ id: string; email: string }>('GET', '/api/user');
      await Database.during(api.world.shop, trailOf(operation), async (database) => {
        const began = new Date();
        const answer = await caller.send(method, address, sending);
        expect(answer.status).toBe(example.status);
        const entries = await database.query<Entry>(
          'SELECT actor, actor_id, action, subject_id, before, after, at FROM audit_entries WHERE at >= $1 AND actor_id = $2',
          [began, admin.id],
        );
        expect(entries).toEqual([
          expect.objectContaining({ actor_id: admin.id, actor: admin.email, action: expect.stringMatching(/\w/) }),
        ]);
        const [entry] = entries;
        expect(entry?.before ?? entry?.after).not.toBeNull();
        expect(JSON.stringify(entry?.before)).not.toBe(JSON.stringify(entry?.after));
        await expect(
          database.query('DELETE FROM audit_entries WHERE subject_id = $1', [entry?.subject_id]),
        ).rejects.toThrow('append-only');
      });
    });
  }
}
