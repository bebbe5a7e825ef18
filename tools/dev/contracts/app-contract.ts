/** What an app promises to the others, and what it needs of them: `contract.json` of the app. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allEvents, openApiDocument, operations, publicRoutes } from '@shop/contracts-all';
import { messagingMigrations } from '@shop/messaging';
import type { EventDefinition } from '@shop/contracts-common';
import type { Operation } from '@shop/contracts-common/docs';
import ts from 'typescript';
import type { QueryRunner } from 'typeorm';
import { z } from 'zod';
import { composeFile, getEnvironment } from '../deploy/compose.ts';
import type { App, AppContract, Json, Migration } from './apps.ts';
import { findDestructiveParts } from './destructive-statements.ts';

const ROOT = join(import.meta.dirname, '../../..');
const toSchema = (schema: EventDefinition['schema'], io: 'input' | 'output'): z.core.JSONSchema.BaseSchema => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};
const content = (schema: unknown): Json => ({ content: { 'application/json': { schema } } });

/** Fields of a schema with their paths. */
export function listFields(schema: z.core.JSONSchema.BaseSchema, path = ''): string[] {
  const variants = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const fields = variants.flatMap((variant) => {
    const { items } = variant as { items?: z.core.JSONSchema.BaseSchema };
    const inside = items && typeof items === 'object' && !Array.isArray(items) ? listFields(items, `${path}[]`) : [];
    const named = Object.entries(variant.properties ?? {}).flatMap(([name, property]) => {
      const field = path === '' ? name : `${path}.${name}`;
      return typeof property === 'object' ? [field, ...listFields(property, field)] : [field];
    });
    return [...inside, ...named];
  });
  return [...new Set(fields)].sort();
}

/** The calls of a service, without texts and errors, which may change. */
function describeCalls(served: readonly Operation[]): Record<string, Json> {
  const document = openApiDocument(served) as { paths: Record<string, Record<string, Json>> };
  const entries = Object.entries(document.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, { parameters, requestBody, responses }]) => [
        method,
        {
          parameters: (parameters as Json[]).map(({ description: _text, ...parameter }) => parameter),
          ...(requestBody ? { requestBody: withoutExamples(requestBody as Json) } : {}),
          responses: Object.fromEntries(Object.entries(responses as Json).filter(([status]) => /^2/.test(status))),
        },
      ]),
    ),
  ]);
  return Object.fromEntries(entries) as Record<string, Json>;
}

function withoutExamples(body: Json): Json {
  const contents = Object.entries(body.content as Record<string, { schema: unknown }>);
  return { ...body, content: Object.fromEntries(contents.map(([type, { schema }]) => [type, { schema }])) };
}

const describeEvent = ({ schema }: EventDefinition): Json => ({
  post: {
    requestBody: { required: true, ...content(toSchema(schema, 'input')) },
    responses: { 200: { description: '', ...content(toSchema(schema, 'output')) } },
  },
});

/** The type argument of each `defineJob`, which must be written in place. */
function describeJobs(app: App): Record<string, Json> {
  const jobs: Record<string, Json> = {};
  for (const file of globSync(`apps/${app}/src/**/*.ts`, { cwd: ROOT })) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    if (!text.includes('defineJob<')) continue;
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && node.expression.getText(source) === 'defineJob') {
        const [payload] = node.typeArguments ?? [];
        const [name] = node.arguments;
        if (!payload || !ts.isTypeLiteralNode(payload) || !name || !ts.isStringLiteral(name))
          throw new Error(
            `${file}: write name and payload of the job in place, as in defineJob<{ orderId: string }>('…')`,
          );
        const members = payload.members.filter(ts.isPropertySignature);
        const properties = members.map((member) => [
          member.name.getText(source),
          { format: member.type?.getText(source) },
        ]);
        const required = members
          .filter(({ questionToken }) => !questionToken)
          .map((member) => member.name.getText(source));
        const schema = { type: 'object', properties: Object.fromEntries(properties) as Json, required };
        jobs[`/jobs/${name.text}`] = { post: { requestBody: { required: true, ...content(schema) }, responses: {} } };
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return jobs;
}

/**
 * Without which of these variables does the app not start?
 * @throws Error if it does not start with all of them
 */
export function findRequiredVariables(
  readConfig: (env: object) => unknown,
  environment: Readonly<Record<string, string>>,
): string[] {
  try {
    readConfig(environment);
  } catch (error) {
    const advice = 'Give the variable a default, or add it to docker-compose.yml and deploy/.env.example.';
    throw new Error(`${(error as Error).message}\n${advice}`, { cause: error });
  }
  return Object.keys(environment)
    .filter((name) => {
      try {
        readConfig({ ...environment, [name]: undefined });
        return false;
      } catch {
        return true;
      }
    })
    .sort();
}

/** Of compose's variables. */
async function listRequiredVariables(app: App): Promise<string[]> {
  const service = composeFile.services[app];
  if (!service) return [];
  const { readConfig } = (await import(join(ROOT, `apps/${app}/src/config.ts`))) as {
    readConfig: (env: object) => unknown;
  };
  return findRequiredVariables(readConfig, {
    ...getEnvironment(service),
    SANDBOX_URL: 'http://sandbox:3000',
    ALLOW_SANDBOX_PAYMENTS: 'true',
  });
}

interface Runnable {
  readonly name?: string;
  up: (runner: QueryRunner) => Promise<unknown>;
}

const COMMENTS_AND_SPACE = /--[^\n]*|\s+/g;

/** Runs each migration on a runner that only notes the statements. */
export async function describeMigrations(
  migrations: readonly (new () => Runnable)[],
): Promise<Record<string, Migration>> {
  const described: Record<string, Migration> = {};
  for (const MigrationClass of migrations) {
    const migration: Runnable = new MigrationClass();
    const statements: string[] = [];
    const query = (statement: string): Promise<unknown[]> => {
      statements.push(statement.replaceAll(COMMENTS_AND_SPACE, ' ').trim());
      return Promise.resolve([]);
    };
    await migration.up({ query } as unknown as QueryRunner);
    described[toMigrationName(migration.name ?? MigrationClass.name)] = {
      hash: createHash('sha256').update(statements.join(';\n')).digest('hex').slice(0, 16),
      takes: findDestructiveParts(statements),
    };
  }
  return described;
}

/** Those of the service, with the ones that its libs bring. */
async function listMigrations(app: App): Promise<(new () => Runnable)[]> {
  if (!app.endsWith('-svc')) return [];
  const { migrations } = (await import(join(ROOT, `apps/${app}/src/database/migrations.ts`))) as {
    migrations: (new () => Runnable)[];
  };
  return [...messagingMigrations, ...migrations];
}

/** The name of a first migration has a hash of its statements, which is not a part of its name here. */
const toMigrationName = (name: string): string => name.replace(/_[0-9a-f]{8}_(?=\d+$)/, '_');

/** The routes that a web app imports, and the fields that its pages read of their answers. */
function listCallsOf(app: App): Record<string, string[]> {
  const sources = globSync(`{apps/${app},libs/web/kit}/src/**/*.{ts,tsx}`, { cwd: ROOT })
    .filter((file) => !/\.spec\.|\/testing\//.test(file))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'));
  const names = new Set(
    sources.flatMap((text) =>
      [...text.matchAll(/import \{([^}]+)\} from '@shop\/contracts-\w+\/routes'/g)].flatMap(([, list = '']) =>
        list.split(',').map((name) => name.trim().split(' as ')[0] ?? ''),
      ),
    ),
  );
  const used = Object.entries(ROUTE_NAMES).filter(([name]) => names.has(name));
  return Object.fromEntries(
    used.map(([, route]) => [
      `${route.method.toLowerCase()} ${route.path.replaceAll(/:(\w+)/g, '{$1}')}`,
      route.reader ? listFields(toSchema(route.reader, 'input'), route.answer.isList ? '[]' : '') : [],
    ]),
  );
}

const ROUTE_NAMES = Object.fromEntries(
  (
    await Promise.all(
      ['identity', 'catalog', 'art', 'order', 'support'].map(
        (owner) => import(`@shop/contracts-${owner}/routes`) as Promise<Record<string, (typeof publicRoutes)[number]>>,
      ),
    )
  ).flatMap((routes) => Object.entries(routes)),
);

/** The named schemas that these calls refer to, also through others. */
function pickSchemas(
  paths: unknown,
  all: Readonly<Record<string, unknown>>,
  picked: Record<string, unknown> = {},
): Json {
  for (const [, name = ''] of JSON.stringify(paths).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (name in picked) continue;
    picked[name] = all[name];
    pickSchemas(all[name], all, picked);
  }
  return picked;
}

/** JSON with a line for each call, event, job and list of fields, so that a change is one line of a diff. */
export function renderContract({ api, ...rest }: AppContract): string {
  const toLines = (values: object): string =>
    Object.entries(values)
      .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      .join(',\n');
  const { paths, ...head } = api;
  return `{\n"api": {\n${toLines(head)},\n"paths": {\n${toLines(paths)}\n}},\n"reads": {\n${toLines(rest.reads)}\n},\n${toLines({ variables: rest.variables, migrations: rest.migrations })}\n}\n`;
}

/** @throws Error for a job whose payload is not written in place, and for a configuration that compose's variables do not satisfy. */
export async function collectContract(app: App): Promise<AppContract> {
  const owner = app.replace('-svc', '');
  const isService = app.endsWith('-svc');
  const calls = new Set(
    publicRoutes
      .filter((route) => 'service' in route && route.service === owner)
      .map(({ method, path }) => `${method} ${path}`),
  );
  const served = operations.filter(({ method, path }) => calls.has(`${method} ${path}`));
  const published = allEvents.filter((event) => event.owner === app);
  const { components } = openApiDocument(served) as { components: { schemas: Json } };
  const eventReads = allEvents
    .filter(({ receivers }) => isService && (receivers.readBy as readonly string[]).includes(app))
    .map(({ type, schema }) => [`post /events/${type}`, listFields(toSchema(schema, 'input'))] as const);
  const paths = {
    ...(isService ? describeCalls(served) : {}),
    ...Object.fromEntries(published.map((event) => [`/events/${event.type}`, describeEvent(event)])),
    ...describeJobs(app),
  };
  return {
    api: {
      openapi: '3.1.0',
      info: { title: app, version: '1' },
      components: { schemas: pickSchemas(paths, components.schemas) },
      paths,
    },
    reads: { ...Object.fromEntries(eventReads), ...(app.endsWith('-web') ? listCallsOf(app) : {}) },
    variables: await listRequiredVariables(app),
    migrations: await describeMigrations(await listMigrations(app)),
  };
}
