/** Which changes of a contract break the apps that are released already? */
import { apiCompare } from 'api-smart-diff';
import type { App, AppContract } from './app-contract.ts';

/** A field of a call's answer or of an event, and the apps that read it. */
export type Readers = (operation: string, field: string) => readonly App[];

export interface BreakingChange {
  /** Stable, so that an exception can name it: `paths/events/order.paid/post/…`. */
  readonly change: string;
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
  request: 'Keep what callers of the released version send: only add optional fields.',
  event:
    'Events under way, and events of the released version, lack it: add the field as optional, require it in the release after the next.',
  value: 'Released readers refuse an unknown value, and try the event again for days: release the readers first.',
  job: 'Stored jobs lack it: add the field as optional.',
  jobKind: 'Stored jobs of this kind would never run. Remove it in the release after the one that adds none.',
  answer: 'Released apps still read it. Send both, release the readers, then remove the old one.',
  variable: 'Give it a default, or ship the version that needs it after the deployment that sets it.',
  migration: 'The version before still runs on this database. Add beside the old, and remove it one release later.',
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

/** Why a difference breaks released apps, or undefined. */
function judge(diff: Diff, findReaders: Readers): string | undefined {
  const { action, type, path } = diff;
  const [root, name = ''] = path.map(String);
  if (root !== 'paths') return undefined;
  if (path.length <= 3) {
    if (action !== 'remove') return undefined;
    if (name.startsWith('/jobs/')) return ADVICE.jobKind;
    return findReaders(toOperation([...path, 'post'].slice(0, 3)), '').length > 0 ? ADVICE.answer : undefined;
  }
  if (!path.includes('responses')) {
    if (type !== 'breaking') return undefined;
    if (name.startsWith('/events/')) return ADVICE.event;
    return name.startsWith('/jobs/') ? ADVICE.job : ADVICE.request;
  }
  const isRead = findReaders(toOperation(path), toField(diff)).length > 0;
  if (path.includes('enum') && action === 'add')
    // Pages show unknown values as they are.
    return isRead && name.startsWith('/events/') ? ADVICE.value : undefined;
  const takes = type === 'breaking' || (path.includes('properties') && (action === 'remove' || path.at(-1) === 'type'));
  return takes && isRead ? ADVICE.answer : undefined;
}

/** Statements that the version before would fail on, or whose rows it would not write. */
const DESTRUCTIVE = [
  /\bDROP\s+(?:TABLE|COLUMN|VIEW|TYPE|FUNCTION)\b/i,
  /\bRENAME\b/i,
  /\bSET\s+NOT\s+NULL\b/i,
  /\bALTER\s+(?:COLUMN\s+)?\w+\s+(?:SET\s+DATA\s+)?TYPE\b/i,
  /\bADD\s+COLUMN\s+(?:IF\s+NOT\s+EXISTS\s+)?\w+\s+(?![^,;]*\bDEFAULT\b)[^,;]*\bNOT\s+NULL\b/i,
];

/** @returns the statement that does it, or null. The text is that of `up` only. */
export function findDestructiveStatement(migration: string): string | null {
  const up = migration.split(/\basync down\b/)[0] ?? '';
  for (const pattern of DESTRUCTIVE) {
    const match = pattern.exec(up);
    if (match) return match[0].replaceAll(/\s+/g, ' ');
  }
  return null;
}

function compareMigrations(
  released: AppContract,
  current: AppContract,
  readMigration: (name: string) => string[],
): BreakingChange[] {
  const edited = Object.entries(released.migrations)
    .filter(([name, hash]) => current.migrations[name] !== hash)
    .map(([name]) => ({
      change: `migrations/${name}`,
      advice: 'It ran already where the app is released. Write a new migration.',
    }));
  const destructive = Object.keys(current.migrations)
    .filter((name) => !(name in released.migrations))
    .flatMap((name) => {
      const statements = readMigration(name).flatMap((text) => findDestructiveStatement(text) ?? []);
      return statements.map((statement) => ({ change: `migrations/${name}: ${statement}`, advice: ADVICE.migration }));
    });
  return [...edited, ...destructive];
}

/**
 * All changes that a deployment of this app alone must not have. `findReaders` asks the contracts of all released apps, `readMigration` returns the
 * texts of a new migration and its parts.
 */
export function findBreakingChanges(
  released: AppContract,
  current: AppContract,
  findReaders: Readers,
  readMigration: (name: string) => string[],
): BreakingChange[] {
  const { diffs } = apiCompare(released.api, current.api) as { diffs: Diff[] };
  const inApi = diffs.flatMap((diff) => {
    const advice = judge(diff, findReaders);
    return advice ? { change: diff.path.join('/'), advice } : [];
  });
  const variables = current.variables
    .filter((name) => !released.variables.includes(name))
    .map((name) => ({ change: `variables/${name}`, advice: ADVICE.variable }));
  return [...inApi, ...variables, ...compareMigrations(released, current, readMigration)];
}

/** Who reads a field, by the `reads` of these contracts. An empty field asks for the whole call or event. */
export const createReaders =
  (contracts: ReadonlyMap<App, AppContract>): Readers =>
  (operation, field) =>
    [...contracts].flatMap(([app, { reads }]) => {
      const fields = reads[operation];
      return fields && (field === '' || fields.includes(field)) ? app : [];
    });
