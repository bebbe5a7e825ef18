import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { QueryRunner } from 'typeorm';
import {
  collectContract,
  describeMigrations,
  findRequiredVariables,
  listFields,
  renderContract,
} from './app-contract.ts';
import { APPS, type App, type AppContract, type Json, type Migration } from './apps.ts';
import { createReaders, findBreakingChanges, findCallsNotReleased } from './compare.ts';

const ROOT = join(import.meta.dirname, '../../..');

it.each(APPS)('the contract of %s is up to date with `npm run contracts -- write`', async (app) => {
  const written = readFileSync(join(ROOT, `apps/${app}/contract.json`), 'utf8');
  expect(renderContract(await collectContract(app))).toBe(written);
});

/** A schema with the named ones in place. */
function resolveSchema(value: unknown, named: Json): unknown {
  if (Array.isArray(value)) return value.map((inner) => resolveSchema(inner, named));
  if (typeof value !== 'object' || value === null) return value;
  const name = (value as { $ref?: string }).$ref?.split('/').at(-1);
  if (name) return resolveSchema(named[name], named);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolveSchema(inner, named)]));
}

type Answers = Record<string, { readonly content?: Record<string, { readonly schema: unknown }> }>;

/** Call → the fields of its JSON answer. */
async function listAnswers(service: App): Promise<[string, string[]][]> {
  const { paths, components } = (await collectContract(service)).api;
  const named = (components as { schemas: Json }).schemas;
  const methods = Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, operation]) => [`${method} ${path}`, operation] as const),
  );
  return methods.flatMap(([call, operation]) =>
    Object.values((operation as { responses: Answers }).responses).flatMap(({ content }): [string, string[]][] => {
      const answered = content?.['application/json'];
      return answered ? [[call, listFields(resolveSchema(answered.schema, named) as Json)]] : [];
    }),
  );
}

it('names the fields that pages read as those of answers, so that the loss of each is found', async () => {
  const services = APPS.filter((app) => app.endsWith('-svc'));
  const answers = new Map((await Promise.all(services.map(listAnswers))).flat());
  const pages = await Promise.all(APPS.filter((app) => app.endsWith('-web')).map(collectContract));
  const unknown = pages.flatMap(({ reads }) =>
    Object.entries(reads).flatMap(([call, fields]) => {
      const answered = answers.get(call);
      return answered ? fields.filter((field) => !answered.includes(field)).map((field) => `${call} ${field}`) : [];
    }),
  );
  expect(unknown).toEqual([]);
});

const TEXT = { type: 'string' };
const STRICT = { additionalProperties: false };
const object = (properties: Json, required: string[]) => ({ type: 'object', properties, required });
const content = (schema: unknown) => ({ content: { 'application/json': { schema } } });
const call = (body: Json, answer: Json) => ({
  post: {
    requestBody: { required: true, ...content(body) },
    responses: { 200: { description: '', ...content(answer) } },
  },
});

/** A service with a call, an event and a job, of which changes are planted. */
function createContract() {
  const order = () =>
    object({ id: { ...TEXT, pattern: '^o$' }, note: TEXT, status: { type: 'string', enum: ['paid'] } }, [
      'id',
      'status',
    ]);
  return {
    api: {
      openapi: '3.1.0',
      info: { title: 'order-svc', version: '1' },
      paths: {
        '/api/orders': call(object({ city: { ...TEXT, maxLength: 20 }, gift: TEXT }, ['city']), order()),
        '/api/styles': { get: { responses: {} } },
        '/events/order.paid': call(order(), order()),
        '/jobs/orders.submit': {
          post: { requestBody: { required: true, ...content(object({ orderId: TEXT }, ['orderId'])) }, responses: {} },
        },
      },
    },
    reads: {},
    variables: ['DATABASE_URL'],
    migrations: { InitialSchema: { hash: 'a1', takes: [] } } as Record<string, Migration>,
  };
}
type Planted = ReturnType<typeof createContract>;

const reader: AppContract = {
  ...createContract(),
  reads: { 'post /api/orders': ['id', 'status'], 'post /events/order.paid': ['id', 'note', 'status'] },
};
const findReaders = createReaders(new Map<App, AppContract>([['storefront-web', reader]]));

const body = (contract: Planted, path: '/api/orders' | '/events/order.paid') =>
  contract.api.paths[path].post.requestBody.content['application/json'].schema as ReturnType<typeof object>;
const answer = (contract: Planted, path: '/api/orders' | '/events/order.paid') =>
  contract.api.paths[path].post.responses[200].content['application/json'].schema as ReturnType<typeof object>;
/** Requests and answers of an event are the same. */
const inEvent = (contract: Planted, change: (schema: ReturnType<typeof object>) => void) => {
  change(body(contract, '/events/order.paid'));
  change(answer(contract, '/events/order.paid'));
};
const restrict = ({ properties }: ReturnType<typeof object>, name: string, part: Json) =>
  void Object.assign(properties[name] as object, part);
const remove = (properties: Json, name: string) => delete (properties as Record<string, unknown>)[name];
const add = (schema: ReturnType<typeof object>, name: string, required = false) => {
  (schema.properties as Record<string, unknown>)[name] = TEXT;
  if (required) schema.required.push(name);
};

const find = (plant: (contract: Planted) => void) => {
  const current = createContract();
  plant(current);
  return findBreakingChanges(createContract(), current, findReaders);
};

describe('a change that breaks released apps', () => {
  it.each<[string, (contract: Planted) => void]>([
    ['a request demands a new field', (contract) => add(body(contract, '/api/orders'), 'vat', true)],
    [
      'a request takes some texts only',
      (contract) => restrict(body(contract, '/api/orders'), 'gift', { enum: ['box'] }),
    ],
    ['a request refuses unknown fields', (contract) => void Object.assign(body(contract, '/api/orders'), STRICT)],
    [
      'a call needs a body',
      ({ api }) => void Object.assign(api.paths['/api/styles'].get, { requestBody: { required: true } }),
    ],
    [
      'a field of an answer has another form',
      (contract) => restrict(answer(contract, '/api/orders'), 'id', { pattern: '^n$' }),
    ],
    [
      'an answer loses a field that a page reads',
      (contract) => remove(answer(contract, '/api/orders').properties, 'status'),
    ],
    ['an event gains a required field', (contract) => inEvent(contract, (schema) => add(schema, 'total', true))],
    [
      'an event loses a field that a service reads',
      (contract) => inEvent(contract, ({ properties }) => remove(properties, 'note')),
    ],
    [
      'a stored job gains a required field',
      ({ api }) => {
        const { schema } = api.paths['/jobs/orders.submit'].post.requestBody.content['application/json'];
        add(schema as ReturnType<typeof object>, 'printer', true);
      },
    ],
    [
      'a stored job lacks a field that the version before needs',
      ({ api }) => {
        const { schema } = api.paths['/jobs/orders.submit'].post.requestBody.content['application/json'];
        (schema as ReturnType<typeof object>).required.pop();
      },
    ],
    ['a kind of stored jobs is gone', ({ api }) => remove(api.paths, '/jobs/orders.submit')],
    [
      'an event has a new value that released readers refuse',
      (contract) =>
        inEvent(contract, ({ properties }) => (properties.status as { enum: string[] }).enum.push('returned')),
    ],
    ['a variable is required', ({ variables }) => void variables.push('TAX_KEY')],
    [
      'a migration drops a column',
      ({ migrations }) => void (migrations.Notes = { hash: 'b2', takes: ['DROP COLUMN'] }),
    ],
    ['a released migration is edited', ({ migrations }) => void (migrations.InitialSchema = { hash: 'a2', takes: [] })],
    ['a call is gone that a page makes', ({ api }) => remove(api.paths, '/api/orders')],
  ])('is refused, with advice: %s', (_, plant) => {
    const [first] = find(plant);
    expect(first?.advice).toMatch(/\w+ \w+/);
  });

  it('is refused with the names of its readers', () => {
    const [first] = find((contract) => remove(answer(contract, '/api/orders').properties, 'status'));
    expect(first?.advice).toMatch(/Readers: storefront-web\.$/);
  });

  it.each([
    ['note', true],
    ['status', undefined],
  ])('says whether the readers of an event can do without a field that is gone: %s', (field, expected) => {
    const [first] = find((contract) => inEvent(contract, ({ properties }) => remove(properties, field)));
    expect(first?.isOptional).toBe(expected);
  });

  it('is refused: a page makes a call that its service is not released with', () => {
    const pages = { ...reader, reads: { 'post /api/orders': [], 'get /api/gifts': [], 'get /healthz': [] } };
    const current = createContract();
    Object.assign(current.api.paths, { '/api/gifts': { get: {} } });
    const released = new Map<App, AppContract>([['order-svc', createContract()]]);
    expect(findCallsNotReleased(pages, released, () => current)).toEqual([
      expect.objectContaining({ change: 'reads/get /api/gifts of order-svc' }),
    ]);
  });
});

describe('a change that breaks nothing', () => {
  it.each<[string, (contract: Planted) => void]>([
    [
      'a request takes a new optional field, and longer texts',
      (contract) => {
        add(body(contract, '/api/orders'), 'vat');
        (body(contract, '/api/orders').properties.city as Record<string, unknown>).maxLength = 40;
      },
    ],
    [
      'an answer and an event gain a field',
      (contract) => {
        add(answer(contract, '/api/orders'), 'total', true);
        inEvent(contract, (schema) => add(schema, 'total'));
      },
    ],
    [
      'an answer has a new value',
      (contract) => {
        (answer(contract, '/api/orders').properties.status as { enum: string[] }).enum.push('returned');
      },
    ],
    [
      'an answer no longer has a value',
      (contract) => void (answer(contract, '/api/orders').properties.status as { enum: string[] }).enum.pop(),
    ],
    [
      'an answer loses a field that no app reads',
      (contract) => remove(answer(contract, '/api/orders').properties, 'note'),
    ],
    ['a migration adds a table and a column', ({ migrations }) => void (migrations.Notes = { hash: 'b2', takes: [] })],
    [
      'a call is new',
      ({ api }) => void Object.assign(api.paths, { '/api/notes': call(object({}, []), object({}, [])) }),
    ],
  ])('passes: %s', (_, plant) => {
    expect(find(plant)).toEqual([]);
  });
});

describe('describeMigrations', () => {
  const describeStatements = async (...statements: string[]) => {
    class Notes {
      readonly name = 'Notes_0a1b2c3d_1796000000000';
      async up(runner: QueryRunner): Promise<void> {
        for (const statement of statements) await runner.query(statement);
      }
    }
    return (await describeMigrations([Notes])).Notes_1796000000000!;
  };

  it.each([
    ['DROP TABLE carts', ['DROP TABLE']],
    ['ALTER TABLE orders RENAME COLUMN a TO b', ['RENAME']],
    ['ALTER TABLE orders ALTER COLUMN note SET NOT NULL', ['SET NOT NULL']],
    ['ALTER TABLE orders ALTER COLUMN total TYPE bigint', ['ALTER COLUMN total TYPE']],
    ['ALTER TABLE orders ALTER COLUMN "total" TYPE bigint', ['ALTER COLUMN "total" TYPE']],
    ['ALTER TABLE orders DROP note', ['ALTER TABLE orders DROP note']],
    ['ALTER TABLE orders ADD "vat" numeric(5, 2) NOT NULL', ['ADD "vat" numeric(5, 2) NOT NULL']],
    ['ALTER TABLE orders ADD CONSTRAINT paid CHECK (total > 0)', ['ADD CONSTRAINT paid CHECK']],
    ['CREATE UNIQUE INDEX c ON orders (note)', ['CREATE UNIQUE INDEX']],
    ['CREATE TABLE notes (id uuid); CREATE UNIQUE INDEX c ON notes (id); ALTER TABLE notes ADD CHECK (id > 1)', []],
    ["ALTER TABLE orders ADD gift text NOT NULL CHECK (gift IN ('a', 'b')) DEFAULT 'a'", []],
    ['ALTER TABLE orders ADD COLUMN vat text NOT NULL', ['ADD COLUMN vat text NOT NULL']],
    ['CREATE TABLE notes (id uuid NOT NULL)', []],
    ['ALTER TABLE orders ADD COLUMN gift boolean NOT NULL DEFAULT false', []],
  ])('says what %s takes', async (statement, takes) =>
    expect((await describeStatements('CREATE INDEX a ON b (c)', statement)).takes).toEqual(takes),
  );

  it('has a hash of the statements, wherever they are defined, without their comments', async () => {
    const { hash } = await describeStatements('CREATE TABLE a (b text)');
    expect((await describeStatements('CREATE TABLE a (b text) -- why')).hash).toBe(hash);
    expect((await describeStatements('CREATE TABLE a (b uuid)')).hash).not.toBe(hash);
  });

  it('has the tables that libs bring', async () => {
    const { migrations } = await collectContract('support-svc');
    expect(Object.keys(migrations).slice(0, 2)).toEqual([
      expect.stringMatching(/^MessagingTables_/),
      expect.stringMatching(/^InitialSchema_/),
    ]);
  });
});

it('says what to do when an app needs a variable that compose does not give it', () => {
  const readConfig = (env: object): void => {
    if (!(env as { TAX_KEY?: string }).TAX_KEY) throw new Error('art-svc cannot start: TAX_KEY');
  };
  expect(findRequiredVariables(readConfig, { PORT: '1', TAX_KEY: 'a' })).toEqual(['TAX_KEY']);
  expect(() => findRequiredVariables(readConfig, { PORT: '1' })).toThrow(
    /TAX_KEY\nGive the variable a default, or add it to docker-compose\.yml/,
  );
});
