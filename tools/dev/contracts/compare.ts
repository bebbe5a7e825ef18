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
}

const ADVICE = {
  request: 'Keep what callers of the released version send: only add optional fields, and take what it takes.',
  event:
    'Events under way, and events of the released version, lack it: add the field as optional, require it in the release after the next.',
  value: 'Released readers refuse an unknown value, and try the event again for days: release the readers first.',
  job: 'Stored jobs lack it: add the field as optional.',
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

/** Does an event that is read, by the `requestBody` of this contract, need to have the field that is gone? */
function isOptionalInEvent({ api }: AppContract, { action, path }: Diff): boolean {
  const [, name = '', method = ''] = path.map(String);
  if (action !== 'remove' || !name.startsWith('/events/') || path.at(-2) !== 'properties') return false;
  const body = (api.paths[name]?.[method] as { requestBody?: unknown } | undefined)?.requestBody;
  const toParent = path.slice(path.indexOf('content'), -2);
  const parent = toParent.reduce<unknown>((node, key) => (node as Json | undefined)?.[key], body);
  return !((parent as { required?: unknown[] } | undefined)?.required ?? []).includes(path.at(-1));
}

/** How a difference breaks released apps, or undefined. */
function judge(diff: Diff, findReaders: Readers): BreakingChange['kind'] | undefined {
  const { action, type, path } = diff;
  const [root, name = ''] = path.map(String);
  if (root !== 'paths') return undefined;
  if (path.length <= 3) {
    if (action !== 'remove') return undefined;
    if (name.startsWith('/jobs/')) return 'jobKind';
    return listReaders(diff, findReaders).length > 0 ? 'answer' : undefined;
  }
  if (!path.includes('responses')) {
    if (type !== 'breaking') return undefined;
    if (name.startsWith('/events/')) return 'event';
    return name.startsWith('/jobs/') ? 'job' : 'request';
  }
  const isRead = listReaders(diff, findReaders).length > 0;
  if (path.includes('enum') && action === 'add')
    // Pages show unknown values as they are.
    return isRead && name.startsWith('/events/') ? 'value' : undefined;
  const takes = type === 'breaking' || (path.includes('properties') && (action === 'remove' || path.at(-1) === 'type'));
  return takes && isRead ? 'answer' : undefined;
}

/** Statements that the version before would fail on, or whose rows it would not write. */
const DESTRUCTIVE = [
  /\bDROP\s+(?:TABLE|COLUMN|VIEW|TYPE|FUNCTION)\b/i,
  /\bRENAME\b/i,
  /\bSET\s+NOT\s+NULL\b/i,
  /\bALTER\s+(?:COLUMN\s+)?\w+\s+(?:SET\s+DATA\s+)?TYPE\b/i,
  /\bADD\s+COLUMN\s+(?:IF\s+NOT\s+EXISTS\s+)?\w+\s+(?![^,;]*\bDEFAULT\b)[^,;]*\bNOT\s+NULL\b/i,
];

/** The part of each pattern that the statement has: `DROP COLUMN`. */
export const findDestructiveParts = (statement: string): string[] =>
  DESTRUCTIVE.flatMap((pattern) => pattern.exec(statement)?.[0].replaceAll(/\s+/g, ' ') ?? []);

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
    const kind = judge(diff, findReaders);
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
