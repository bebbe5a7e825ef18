/** Which changes of a contract break the apps that are released already? */
import { apiCompare } from 'api-smart-diff';
import type { App, AppContract, Json } from './apps.ts';

/** A field of a call's answer or of an event, and the apps that read it. */
export type Readers = (operation: string, field: string) => readonly App[];

export interface BreakingChange {
  /** Stable, so that an exception can name it: `paths/events/order.paid/post/…`. */
  readonly change: string;
  readonly kind: keyof typeof ADVICE;
  /** The field of an event that is gone was optional, so its readers can do without. */
  readonly isOptional?: true;
  /** What to do instead. */
  readonly advice: string;
}

interface Diff {
  readonly action: string;
  readonly type: string;
  readonly path: readonly (string | number)[];
  readonly before?: unknown;
  readonly after?: unknown;
}

const ADVICE = {
  request: 'Keep what callers of the released version send: only add optional fields, and take what it takes.',
  event:
    'Events under way, and events of the released version, lack it: add the field as optional, require it in the release after the next.',
  value: 'Released readers refuse an unknown value, and try the event again for days: release the readers first.',
  job: 'Stored jobs lack it: add the field as optional.',
  jobField:
    'The version before runs such jobs too, during the release and after a way back: write the field in one release more.',
  jobKind:
    'Stored jobs of this kind would never run: keep it in one release that adds no such jobs, remove it in the next.',
  answer:
    'Released apps still read it. Send both, release the readers, then remove the old one; a version before goes back after its readers.',
  variable: 'Give it a default. If it can’t have one, set it in production first, and then except this change.',
  migration: 'The version before still runs on this database. Add beside the old, and remove it one release later.',
  editedMigration: 'It ran already where the app is released. Put it back as it was, and write a new migration.',
  call: 'Its service is released without this call, so the page would fail: release the service first.',
};

const toOperation = ([, path, method]: Diff['path']): string => `${String(method)} ${String(path)}`;

/** `items[].id` of …/schema/properties/items/items/properties/id, and of …/items/items/required/0 if that was `id`. */
function toField({ path, before }: Diff): string {
  const inside = path.slice(path.indexOf('schema') + 1);
  let field = '';
  for (let at = 0; at < inside.length; at++) {
    if (inside[at] === 'properties') field += `${field === '' ? '' : '.'}${String(inside[++at])}`;
    else if (inside[at] === 'items') field += '[]';
    else if (inside[at] === 'required') return `${field}${field === '' ? '' : '.'}${String(before)}`;
  }
  return field;
}

/** The released apps that read what changed: a field, or, near the root, the whole call or event. */
const listReaders = (diff: Diff, findReaders: Readers): readonly App[] =>
  diff.path.length <= 3
    ? findReaders(toOperation([...diff.path, 'post'].slice(0, 3)), '')
    : findReaders(toOperation(diff.path), toField(diff));

function createChange(change: string, kind: BreakingChange['kind'], readers: readonly App[] = []): BreakingChange {
  return { change, kind, advice: `${ADVICE[kind]}${readers.length > 0 ? ` Readers: ${readers.join(', ')}.` : ''}` };
}

/** Is the field that is gone one that an event may lack, by what must still be readable (`requestBody`)? */
function isOptionalInEvent({ api }: AppContract, { action, path }: Diff): boolean {
  if (action !== 'remove' || !String(path[1]).startsWith('/events/') || path.at(-2) !== 'properties') return false;
  const parent = [...path.slice(0, 3), 'requestBody', ...path.slice(path.indexOf('content'), -2)];
  const { required = [] } = (findPart(api, parent) ?? {}) as { required?: unknown[] };
  return !required.includes(path.at(-1));
}

/** How a difference breaks released apps, or undefined. */
function judge(diff: Diff, released: AppContract['api'], findReaders: Readers): BreakingChange['kind'] | undefined {
  const { action, type, path } = diff;
  const [root, name = ''] = path.map(String);
  if (root !== 'paths') return undefined;
  if (path.length <= 3) {
    if (action !== 'remove') return undefined;
    if (name.startsWith('/jobs/')) return 'jobKind';
    return listReaders(diff, findReaders).length > 0 ? 'answer' : undefined;
  }
  if (!path.includes('responses')) {
    if (name.startsWith('/jobs/') && path.at(-2) === 'required' && action === 'remove') return 'jobField';
    if (type !== 'breaking' && !isNarrowed(diff, released)) return undefined;
    if (name.startsWith('/events/')) return 'event';
    return name.startsWith('/jobs/') ? 'job' : 'request';
  }
  const isRead = listReaders(diff, findReaders).length > 0;
  const isEvent = name.startsWith('/events/');
  // Pages show unknown values as they are.
  if (path.includes('enum') && action === 'add') return isRead && isEvent ? 'value' : undefined;
  if (!isEvent && isLessToRead(diff)) return undefined;
  const takes =
    type === 'breaking' ||
    isReplaced(diff) ||
    (path.includes('properties') && (action === 'remove' || path.at(-1) === 'type'));
  return takes && isRead ? 'answer' : undefined;
}

/** A restriction that was not there, which api-smart-diff takes for a harmless addition. The name of a field is no restriction. */
function isNarrowed({ action, path, after }: Diff, released: AppContract['api']): boolean {
  if (action === 'remove' || path.at(-2) === 'properties') return false;
  const keyword = path.at(-1);
  if (keyword === 'additionalProperties') return after === false;
  if (keyword === 'requestBody') return (after as { required?: boolean }).required === true;
  if (action === 'add' && path.at(-2) === 'enum') {
    // api-smart-diff adds an empty list to the released one.
    const values = findPart(released, path.slice(0, -1)) as unknown[] | undefined;
    return !values?.length;
  }
  return action === 'add' && keyword === 'const';
}

/** The part of a document at this path, through its named schemas. */
function findPart(api: AppContract['api'], path: Diff['path']): unknown {
  const { schemas = {} } = (api.components ?? {}) as { schemas?: Json };
  let part: unknown = api;
  for (const key of path) {
    const { $ref } = (part ?? {}) as { $ref?: string };
    const inside = $ref ? schemas[$ref.split('/').at(-1) ?? ''] : part;
    part = (inside as Json | undefined)?.[String(key)];
  }
  return part;
}

/** An answer whose field means something else now: `12.00` → `1200`. */
const isReplaced = ({ action, path }: Diff): boolean =>
  action === 'replace' && path.at(-2) !== 'properties' && ['const', 'format', 'pattern'].includes(String(path.at(-1)));

/** An answer that never has a value, or null, any more. */
const isLessToRead = ({ action, path, before }: Diff): boolean =>
  action === 'remove' && (path.at(-2) === 'enum' || (before as { type?: string } | undefined)?.type === 'null');

function compareMigrations(released: AppContract, current: AppContract): BreakingChange[] {
  const edited = Object.entries(released.migrations)
    .filter(([name, { hash }]) => current.migrations[name]?.hash !== hash)
    .map(([name]) => createChange(`migrations/${name}`, 'editedMigration'));
  const destructive = Object.entries(current.migrations)
    .filter(([name]) => !(name in released.migrations))
    .flatMap(([name, { takes }]) => takes.map((part) => createChange(`migrations/${name}: ${part}`, 'migration')));
  return [...edited, ...destructive];
}

/**
 * All changes that a deployment of this app alone must not have. `findReaders` asks the contracts of all released apps.
 */
export function findBreakingChanges(
  released: AppContract,
  current: AppContract,
  findReaders: Readers,
): BreakingChange[] {
  const { diffs } = apiCompare(released.api, current.api) as { diffs: Diff[] };
  const inApi = diffs.flatMap((diff) => {
    const kind = judge(diff, released.api, findReaders);
    if (!kind) return [];
    const readers = kind === 'answer' || kind === 'value' ? listReaders(diff, findReaders) : [];
    const change = createChange(diff.path.join('/'), kind, readers);
    return isOptionalInEvent(released, diff) ? { ...change, isOptional: true as const } : change;
  });
  const variables = current.variables
    .filter((name) => !released.variables.includes(name))
    .map((name) => createChange(`variables/${name}`, 'variable'));
  return [...inApi, ...variables, ...compareMigrations(released, current)];
}

/** Who reads a field, by the `reads` of these contracts. An empty field asks for the whole call or event. */
export const createReaders =
  (contracts: ReadonlyMap<App, AppContract>): Readers =>
  (operation, field) =>
    [...contracts].flatMap(([app, { reads }]) => {
      const fields = reads[operation];
      return fields && (field === '' || fields.includes(field)) ? app : [];
    });

/** Calls that pages make and that no service is released with, although its code has them already. */
export const findCallsNotReleased = (
  { reads }: AppContract,
  released: ReadonlyMap<App, AppContract>,
  readCurrent: (app: App) => AppContract,
): BreakingChange[] =>
  [...released].flatMap(([service, { api }]) => {
    const has = ({ paths }: AppContract['api'], operation: string): boolean => {
      const [method = '', path = ''] = operation.split(' ');
      return paths[path]?.[method] !== undefined;
    };
    const missing = Object.keys(reads).filter((operation) => !operation.includes('/events/') && !has(api, operation));
    if (missing.length === 0) return [];
    const current = readCurrent(service).api;
    return missing
      .filter((operation) => has(current, operation))
      .map((operation) => createChange(`reads/${operation} of ${service}`, 'call'));
  });
