import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { operations, SAMPLE } from '@shop/contracts/api';
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
  '/api/admin/orders/:id/printing',
  '/api/admin/orders/:id/tracking',
  '/api/admin/orders/:id/questions/:questionId/close',
  '/api/admin/orders/:id/holds/release',
  '/api/orders/:orderId/account',
  '/api/orders/:orderId/answer',
  '/api/orders/:orderId/live',
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
