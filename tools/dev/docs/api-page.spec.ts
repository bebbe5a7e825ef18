import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { operations } from '@shop/contracts-all';
import { BY_KEY, BY_VERSION, SAMPLE } from '@shop/contracts-common/docs';
import { renderApiPage, renderOpenApi } from './api-page.js';

/**
 * Need a provider to succeed, or an order that was sent, is on hold, was asked about or belongs to another guest, or never end: the tests
 * of their service cover the success.
 */
const COVERED_BY_SERVICE = [
  '/api/webhooks/stripe',
  '/api/generate/:key/partials/:number',
  '/api/webhooks/printful/:secret',
  '/api/print-files/:file',
  '/api/orders/:orderId/code/confirm',
  '/api/admin/orders/:id/emails/:emailId',
  '/api/admin/orders/:id/printing',
  '/api/admin/orders/:id/tracking',
  '/api/admin/orders/:id/questions/:questionId/close',
  '/api/admin/orders/:id/holds/release',
  '/api/admin/orders/packing-slips.pdf',
  '/api/admin/orders/bulk-actions/:id',
  '/api/admin/orders/bulk-actions/:id/retry',
  '/api/orders/:orderId/problems',
  '/api/admin/orders/:id/problems/:reportId/answer',
  '/api/admin/orders/:id/reprints',
  '/api/admin/orders/:id/reprints/:reprintId/printing',
  '/api/admin/orders/:id/reprints/:reprintId/sent',
  '/api/admin/orders/:id/reprints/:reprintId/cancel',
  '/api/orders/:orderId/account',
  '/api/orders/:orderId/answer',
  '/api/orders/:orderId/live',
  '/api/second-factor',
  '/api/user/second-factor',
  '/api/user/second-factor/turn-on',
  '/api/user/second-factor/recovery-codes',
  '/api/user/second-factor/turn-off',
];

/** Calls of admins that make something new, ask for another try, or refuse the second admin by themselves. */
const WITHOUT_VERSION = [
  'POST /api/admin/users/:id/end-sessions',
  'POST /api/admin/users/:id/erase',
  'POST /api/admin/products',
  'POST /api/admin/products/:id/copy',
  'POST /api/admin/products/:id/move',
  'POST /api/admin/products/:id/variants',
  'POST /api/admin/product-pictures',
  'POST /api/admin/styles/:key/move',
  'POST /api/admin/money/discrepancies/:id/resolve',
  'POST /api/admin/orders/:id/printing',
  'POST /api/admin/orders/:id/holds/release',
  'POST /api/admin/orders/:id/problems/:reportId/answer',
  'POST /api/admin/orders/:id/reprints/:reprintId/printing',
  'POST /api/admin/orders/:id/print-files',
  'POST /api/admin/orders/bulk-actions/preview',
  'POST /api/admin/orders/bulk-actions',
  'POST /api/admin/orders/bulk-actions/:id/retry',
];

const getTitle = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;

describe('docs/api.md', () => {
  it('is up to date with npm run docs', () => {
    expect(readFileSync(join(import.meta.dirname, '../../../docs/api.md'), 'utf8')).toBe(renderApiPage());
  });
});

describe('the documented API', () => {
  it('is an OpenAPI 3.1 document', async () => {
    const result = await new Validator().validate(renderOpenApi() as Record<string, unknown>);
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  it.each(operations.map((operation) => [getTitle(operation), operation] as const))(
    '%s has examples of success and of errors',
    (_, operation) => {
      const statuses = operation.examples.map(({ status }) => status);
      if (!COVERED_BY_SERVICE.includes(operation.path)) expect(statuses).toContain(operation.answer.status);
      if (operation.body || operation.path.includes(':')) expect(statuses.some((status) => status >= 400)).toBe(true);
      expect(new Set(operation.examples.map(({ name }) => name)).size).toBe(operation.examples.length);
    },
  );

  it('says of each POST what happens when it is sent again', () => {
    const posts = operations.filter(({ method }) => method === 'POST');
    expect(posts.filter(({ repeated = '' }) => repeated.trim() === '').map(getTitle)).toEqual([]);
    expect(posts.length).toBeGreaterThan(30);
    const withKey = operations.filter(({ headers = {} }) => 'Idempotency-Key' in headers);
    expect(withKey.map(getTitle)).toEqual(posts.filter(({ repeated }) => repeated === BY_KEY).map(getTitle));
  });

  it('says of each call by which an admin changes something what happens if two admins make it', () => {
    const writes = operations.filter(
      // A search has its words in the body, and changes nothing.
      ({ access, method, path }) => access === 'admin' && method !== 'GET' && !path.endsWith('/search'),
    );
    expect(writes.filter(({ concurrent = '' }) => concurrent.trim() === '').map(getTitle)).toEqual([]);
    expect(operations.filter(({ headers = {} }) => 'If-Match' in headers).map(getTitle)).toEqual(
      writes.filter(({ concurrent }) => concurrent === BY_VERSION).map(getTitle),
    );
    // A call that needs no version says why in its documentation, and stands here.
    expect(writes.filter(({ concurrent }) => concurrent !== BY_VERSION).map(getTitle)).toEqual(WITHOUT_VERSION);
  });

  it.each(
    operations
      .filter(({ concurrent, path }) => concurrent === BY_VERSION && !COVERED_BY_SERVICE.includes(path))
      .map((each) => [getTitle(each), each] as const),
  )('%s refuses an outdated version', (_, { examples }) => {
    expect(examples.filter(({ headers, status }) => headers?.['if-match'] && status === 409)).toHaveLength(1);
  });

  const withSchema = operations.flatMap((operation) =>
    operation.body && operation.body !== 'upload' ? [[getTitle(operation), operation, operation.body] as const] : [],
  );
  it.each(withSchema)('%s: the bodies of its examples match its schema', (_, { examples }, schema) => {
    for (const { body, status } of examples) {
      if (status === 400 || status === 413) continue; // malformed or too large by intention
      expect([body, schema.safeParse(body).success]).toEqual([body, true]);
    }
  });

  it('has samples that do not contain each other', () => {
    const samples: string[] = Object.values(SAMPLE);
    for (const sample of samples) expect(samples.filter((other) => other.includes(sample))).toEqual([sample]);
  });
});
