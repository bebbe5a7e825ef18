/** Renders docs/api.md from the operations in the contracts. */
import { type Example, type Operation, openApiDocument, operations } from '@shop/contracts/api';

const CALLERS: Record<Operation['access'], string> = {
  public: 'anybody',
  guest: 'anybody; opens a guest’s session',
  session: 'guest or customer',
  user: 'signed in',
  admin: 'admin',
  internal: 'other services',
};

const anchor = (tag: string): string =>
  tag
    .toLowerCase()
    .replaceAll(/[^\w ]/g, '')
    .replaceAll(' ', '-');
const escapeCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function renderErrorRow({ status, name, message: sentence }: Example): string {
  return `| ${status} | ${escapeCell(name)} | ${sentence === undefined ? '' : escapeCell(`“${sentence}”`)} |`;
}

function renderBodyExample({ examples }: Operation): string[] {
  const example = examples.find(({ body, status }) => body !== undefined && status < 400);
  return example ? ['', '```json', JSON.stringify(example.body, null, 2), '```'] : [];
}

function renderOperation(operation: Operation): string {
  const { method, path, summary, description, answer, examples, errors: refusals = {} } = operation;
  const rows = [
    ...examples.filter(({ status }) => status >= 400).map(renderErrorRow),
    ...Object.entries(refusals).map(([status, when]) => `| ${status} | ${escapeCell(when)} | |`),
  ];
  const table = rows.length > 0 ? ['', '| status | when | says |', '|---|---|---|', ...rows] : [];
  const sent =
    operation.body === 'upload'
      ? ['', 'Sent as `multipart/form-data`, the file in the field `image`.']
      : renderBodyExample(operation);
  const listed = answer.isPaged ? ' More of it: `?limit`, `?cursor`, and the header `Link` (`rel="next"`).' : '';
  return [
    `### \`${method} ${path}\``,
    '',
    `${summary}. For: ${CALLERS[operation.access]}.${description ? ` ${description}` : ''}`,
    '',
    `**${answer.status}** ${answer.description}.${listed}`,
    ...sent,
    ...table,
  ].join('\n');
}

export function renderApiPage(): string {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  const sections = tags.map((tag) =>
    [`## ${tag}`, ...operations.filter((operation) => operation.tag === tag).map(renderOperation)].join('\n\n'),
  );
  return [
    '# The API',
    'Written by `npm run docs` from `libs/contracts/src/api`; edit that. The same as an OpenAPI 3.1 document: `GET /api/openapi.json`, and in development as a page at `/api/docs`. Each example is sent by a test through the gateway (`apps/e2e/api`).',
    'Cookies are the session. An unsafe method needs a same-origin request. A call that needs a session, an account or an admin answers 401 “Not signed in” without, and 403 “Admin access required” to a customer. Refusals are one sentence of plain text, or RFC 9457 for `Accept: application/problem+json`. A part that is down is a 503 with its name and `Retry-After`.',
    tags.map((tag) => `[${tag}](#${anchor(tag)})`).join(' · '),
    ...sections,
  ]
    .join('\n\n')
    .concat('\n');
}

export const renderOpenApi = (): object => openApiDocument(operations);
