import * as z from 'zod/mini';
import { BRAND, SENTENCES } from '../common/index.js';
import type { Answer, Example, Operation } from './operation.js';
import { namedSchemas } from './schemas.js';

type Json = Record<string, unknown>;

const NAMES = new Map(Object.entries(namedSchemas).map(([name, schema]) => [schema, name]));

/** JSON Schema (2020-12) of what goes in or comes out; a reference where it has a name. */
function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const name = NAMES.get(schema);
  return name ? { $ref: `#/components/schemas/${name}` } : inline(schema, io);
}

function inline(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  });
  return rest;
}

/** Named schemas of forms are written as they are sent; all others as they are answered. */
const isSent = (name: string): boolean => /(Form|Change|Request|AddToCart|Address)$/.test(name);

const pathOf = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');
const parametersOf = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

function queryOf({ query }: Operation): Json[] {
  if (!query) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(query, {
    io: 'input',
    unrepresentable: 'any',
    target: 'draft-2020-12',
  });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function parameters(operation: Operation): Json[] {
  const inPath = parametersOf(operation.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const headers = Object.entries(operation.headers ?? {}).map(([name, description]) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  }));
  return [...inPath, ...queryOf(operation), ...headers];
}

function requestBody({ body, examples }: Operation): Json | undefined {
  if (!body) return undefined;
  if (body === 'upload') {
    const schema = {
      type: 'object',
      required: ['image'],
      properties: { image: { type: 'string', contentMediaType: 'application/octet-stream' } },
    };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  const good = examples.filter((example) => example.body !== undefined && example.status < 400);
  const shown = Object.fromEntries(
    good.map(({ name, body: value }) => [name.replaceAll(/\W+/g, '-'), { summary: name, value }]),
  );
  return {
    required: true,
    content: {
      'application/json': { schema: schemaOf(body, 'input'), ...(good.length > 0 ? { examples: shown } : {}) },
    },
  };
}

function content({ schema, isList, type }: Answer): Json | undefined {
  if (type)
    return { [type]: { schema: type === 'text/csv' || type === 'text/event-stream' ? { type: 'string' } : {} } };
  if (!schema) return undefined;
  const one = schemaOf(schema, 'output');
  return { 'application/json': { schema: isList ? { type: 'array', items: one } : one } };
}

function success(answer: Answer): Json {
  const shape = content(answer);
  const link = {
    Link: {
      description: 'The next page, `rel="next"` (RFC 8288); missing on the last one',
      schema: { type: 'string' },
    },
  };
  return {
    description: answer.description,
    ...(answer.isPaged ? { headers: link } : {}),
    ...(shape ? { content: shape } : {}),
  };
}

const REFUSAL_BODY = {
  'text/plain': { schema: { type: 'string', description: 'One short sentence for people' } },
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
};

/** Who may not call is refused in words that are the same everywhere. */
function refusedCallers({ access }: Operation): [number, string][] {
  const all: Record<string, [number, string][]> = {
    session: [[401, SENTENCES.notSignedIn]],
    user: [[401, SENTENCES.notSignedIn]],
    admin: [
      [401, SENTENCES.notSignedIn],
      [403, SENTENCES.adminRequired],
    ],
  };
  return all[access] ?? [];
}

function refusals(operation: Operation): Json {
  const reasons = new Map<number, string[]>();
  const add = (status: number, reason: string): unknown =>
    reasons.set(status, [...new Set([...(reasons.get(status) ?? []), reason])]);
  for (const [status, sentence] of refusedCallers(operation)) add(status, sentence);
  for (const { status, sentence, name } of operation.examples.filter((example: Example) => example.status >= 400))
    add(status, sentence ?? name);
  for (const [status, when] of Object.entries(operation.refusals ?? {})) add(Number(status), when);
  return Object.fromEntries(
    [...reasons]
      .sort(([a], [b]) => a - b)
      .map(([status, said]) => [status, { description: said.join(' · '), content: REFUSAL_BODY }]),
  );
}

function describe(operation: Operation): Json {
  const { tag, summary, description, access, answer } = operation;
  const body = requestBody(operation);
  return {
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    'x-access': access,
    security: access === 'user' || access === 'admin' || access === 'session' ? [{ session: [] }] : [],
    parameters: parameters(operation),
    ...(body ? { requestBody: body } : {}),
    responses: {
      [answer.status]: success(answer),
      ...refusals(operation),
      default: {
        description:
          'Any other refusal: a body that is too large (413) or not JSON (415), a part that is down (503), breaks off (502) or is too slow (504)',
        content: REFUSAL_BODY,
      },
    },
  };
}

/** The OpenAPI 3.1 document of these operations. */
export function openApiDocument(operations: readonly Operation[]): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = pathOf(operation.path);
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operation) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: `${BRAND} API`,
      version: '1.0.0',
      description:
        'Sessions are cookies, first-party. Money is a decimal string with two decimals, times are ISO 8601 with a zone, ids are UUIDs. A refusal is one sentence as text, or RFC 9457 for `Accept: application/problem+json`.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'sid',
          description: '`__Host-sid` where the site runs on https',
        },
      },
      schemas: Object.fromEntries(
        Object.entries(namedSchemas).map(([name, schema]) => [name, inline(schema, isSent(name) ? 'input' : 'output')]),
      ),
    },
  };
}
