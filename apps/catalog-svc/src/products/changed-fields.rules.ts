/** What the audit trail keeps of a change: the fields that differ, as they were and as they are. */
import { isDeepStrictEqual } from 'node:util';

export type Facts = Readonly<Record<string, unknown>>;

/** null where nothing changed. Both must have the same fields. */
export function changedFields(before: Facts, after: Facts): { before: Facts; after: Facts } | null {
  const changed = Object.keys(after).filter((field) => !isDeepStrictEqual(before[field], after[field]));
  if (changed.length === 0) return null;
  const only = (facts: Facts): Facts => Object.fromEntries(changed.map((field) => [field, facts[field]]));
  return { before: only(before), after: only(after) };
}
