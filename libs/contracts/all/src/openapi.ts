import * as z from 'zod/mini';
import {
  cutOutSchema,
  designSchema,
  generateRequestSchema,
  generationSchema,
  styleSchema,
  uploadedImageSchema,
} from '@shop/contracts-art';
import {
  adminProductSchema,
  adminVariantSchema,
  productChangeSchema,
  productFormSchema,
  productSchema,
  variantChangeSchema,
  variantFormSchema,
  variantSchema,
} from '@shop/contracts-catalog';
import {
  problemSchema,
  timelineEntrySchema,
  BRAND,
  MESSAGES,
  PERMISSION_MESSAGES,
  SECOND_FACTOR_MESSAGE,
} from '@shop/contracts-common';
import { adminUserDetailSchema, adminUserSchema, userSchema } from '@shop/contracts-identity';
import {
  addToCartRequestSchema,
  adminMoneySchema,
  adminOrderDetailSchema,
  adminOrderSchema,
  adminStatsSchema,
  cartSchema,
  customerOrderSchema,
  orderSchema,
  ownOrderSchema,
  placedOrderSchema,
  shippingAddressSchema,
  unprintableProductSchema,
} from '@shop/contracts-order';
import {
  contactReplySchema,
  contactRequestSchema,
  contactSubmissionDetailSchema,
  contactSubmissionSchema,
} from '@shop/contracts-support';
import { isVersioned } from '@shop/contracts-common/routes';
import type { Example, Operation } from '@shop/contracts-common/docs';

/** Schemas with a name in the OpenAPI document; all others are inlined. */
export const namedSchemas: Readonly<Record<string, z.ZodMiniType>> = {
  Problem: problemSchema,
  User: userSchema,
  AdminUser: adminUserSchema,
  AdminUserDetail: adminUserDetailSchema,
  Product: productSchema,
  ProductForm: productFormSchema,
  ProductChange: productChangeSchema,
  AdminProduct: adminProductSchema,
  Variant: variantSchema,
  VariantForm: variantFormSchema,
  VariantChange: variantChangeSchema,
  AdminVariant: adminVariantSchema,
  TimelineEntry: timelineEntrySchema,
  Style: styleSchema,
  UploadedImage: uploadedImageSchema,
  CutOut: cutOutSchema,
  GenerateRequest: generateRequestSchema,
  Generation: generationSchema,
  Design: designSchema,
  AddToCart: addToCartRequestSchema,
  Cart: cartSchema,
  ShippingAddress: shippingAddressSchema,
  Order: orderSchema,
  PlacedOrder: placedOrderSchema,
  OwnOrder: ownOrderSchema,
  CustomerOrder: customerOrderSchema,
  AdminOrder: adminOrderSchema,
  AdminOrderDetail: adminOrderDetailSchema,
  AdminStats: adminStatsSchema,
  AdminMoney: adminMoneySchema,
  UnprintableProduct: unprintableProductSchema,
  ContactRequest: contactRequestSchema,
  ContactSubmission: contactSubmissionSchema,
  ContactSubmissionDetail: contactSubmissionDetailSchema,
  ContactReply: contactReplySchema,
};

type Json = Record<string, unknown>;

const SCHEMA_NAMES = new Map(Object.entries(namedSchemas).map(([name, schema]) => [schema, name]));

/** JSON Schema (2020-12) of a request or an answer; a reference if the schema has a name. */
function toJsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const name = SCHEMA_NAMES.get(schema);
  return name ? { $ref: `#/components/schemas/${name}` } : toInlineJsonSchema(schema, io);
}

function toInlineJsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  });
  return rest;
}

/** Named schemas of requests show the input shape, all others the output shape. */
const isRequestSchema = (name: string): boolean => /(Form|Change|Request|AddToCart|Address)$/.test(name);

const toOpenApiPath = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');
const getPathParameters = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

function getQueryParameters({ query }: Operation): Json[] {
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

function getParameters(operation: Operation): Json[] {
  const inPath = getPathParameters(operation.path).map((name) => ({
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
  return [...inPath, ...getQueryParameters(operation), ...headers];
}

function createRequestBody({ body, examples }: Operation): Json | undefined {
  if (!body) return undefined;
  if (body === 'upload') {
    const schema = {
      type: 'object',
      required: ['image'],
      properties: { image: { type: 'string', contentMediaType: 'application/octet-stream' } },
    };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  const successes = examples.filter((example) => example.body !== undefined && example.status < 400);
  const namedExamples = Object.fromEntries(
    successes.map(({ name, body: value }) => [name.replaceAll(/\W+/g, '-'), { summary: name, value }]),
  );
  return {
    required: true,
    content: {
      'application/json': {
        schema: toJsonSchema(body, 'input'),
        ...(successes.length > 0 ? { examples: namedExamples } : {}),
      },
    },
  };
}

function createContent({ schema, isList, type }: Operation['answer']): Json | undefined {
  if (type)
    return { [type]: { schema: type === 'text/csv' || type === 'text/event-stream' ? { type: 'string' } : {} } };
  if (!schema) return undefined;
  const itemSchema = toJsonSchema(schema, 'output');
  return { 'application/json': { schema: isList ? { type: 'array', items: itemSchema } : itemSchema } };
}

function createSuccessHeaders(answer: Operation['answer']): Json {
  const link = {
    description: 'The next page, `rel="next"` (RFC 8288); absent on the last one',
    schema: { type: 'string' },
  };
  const etag = { description: 'The `version` in double quotes, for `If-Match`', schema: { type: 'string' } };
  return { ...(answer.isPaged && { Link: link }), ...(isVersioned(answer) && { ETag: etag }) };
}

function createSuccess(answer: Operation['answer']): Json {
  const shape = createContent(answer);
  const headers = createSuccessHeaders(answer);
  return {
    description: answer.description,
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(shape ? { content: shape } : {}),
  };
}

const ERROR_BODY = {
  'text/plain': { schema: { type: 'string', description: 'A short message for people' } },
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
};

/** Errors of callers who lack access. Their messages are the same for all calls. */
function listAccessErrors({ access, permission, permissionAtTimes, needsSecondFactor }: Operation): [number, string][] {
  const all: Record<string, [number, string][]> = {
    session: [[401, MESSAGES.notSignedIn]],
    user: [[401, MESSAGES.notSignedIn]],
    admin: [
      [401, MESSAGES.notSignedIn],
      [403, MESSAGES.adminRequired],
    ],
  };
  const needed = permission ?? permissionAtTimes?.name;
  const messages = [
    ...(needed ? [PERMISSION_MESSAGES[needed]] : []),
    ...(needsSecondFactor ? [SECOND_FACTOR_MESSAGE] : []),
  ];
  return [...(all[access] ?? []), ...messages.map((message): [number, string] => [403, message])];
}

function createErrors(operation: Operation): Json {
  const reasons = new Map<number, string[]>();
  const add = (status: number, reason: string): unknown =>
    reasons.set(status, [...new Set([...(reasons.get(status) ?? []), reason])]);
  for (const [status, message] of listAccessErrors(operation)) add(status, message);
  for (const { status, message, name } of operation.examples.filter((example: Example) => example.status >= 400))
    add(status, message ?? name);
  for (const [status, when] of Object.entries(operation.errors ?? {})) add(Number(status), when);
  return Object.fromEntries(
    [...reasons]
      .sort(([a], [b]) => a - b)
      .map(([status, messages]) => [status, { description: messages.join(' · '), content: ERROR_BODY }]),
  );
}

function describeOperation(operation: Operation): Json {
  const { tag, summary, description, access, permission, permissionAtTimes, answer } = operation;
  const body = createRequestBody(operation);
  return {
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    'x-access': access,
    ...(permission && { 'x-permission': permission }),
    ...(permissionAtTimes && { 'x-permission-at-times': permissionAtTimes }),
    security: access === 'user' || access === 'admin' || access === 'session' ? [{ session: [] }] : [],
    parameters: getParameters(operation),
    ...(body ? { requestBody: body } : {}),
    responses: {
      [answer.status]: createSuccess(answer),
      ...createErrors(operation),
      default: {
        description:
          'Other errors: the body is too large (413) or not JSON (415); a service is down (503), breaks the connection (502) or is too slow (504)',
        content: ERROR_BODY,
      },
    },
  };
}

/** The OpenAPI 3.1 document of these operations. */
export function openApiDocument(operations: readonly Operation[]): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = toOpenApiPath(operation.path);
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describeOperation(operation) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: `${BRAND} API`,
      version: '1.0.0',
      description:
        'Sessions are first-party cookies. Money is a decimal string with two decimals, times are ISO 8601 with a zone, ids are UUIDs. An error is a short message as text, or RFC 9457 for `Accept: application/problem+json`.',
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
          description: '`__Host-sid` if the site uses https',
        },
      },
      schemas: Object.fromEntries(
        Object.entries(namedSchemas).map(([name, schema]) => [
          name,
          toInlineJsonSchema(schema, isRequestSchema(name) ? 'input' : 'output'),
        ]),
      ),
    },
  };
}
