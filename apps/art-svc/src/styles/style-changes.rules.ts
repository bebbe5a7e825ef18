/** Rules of a change by an admin. */
import { isDeepStrictEqual } from 'node:util';
import type { StyleMove } from '@shop/contracts-art';
import { DomainError } from '@shop/contracts-common';

interface Keyed {
  readonly key: string;
}

/** The keys with one placed directly before or after another; null if there is no such other one. */
export function placeStyle(styles: readonly Keyed[], key: string, { before, after }: StyleMove): string[] | null {
  const keys = styles.map((style) => style.key);
  const neighbor = before ?? after ?? '';
  if (!keys.includes(neighbor)) return null;
  if (neighbor === key) return keys;
  const others = keys.filter((other) => other !== key);
  const index = others.indexOf(neighbor) + (before === undefined ? 1 : 0);
  return [...others.slice(0, index), key, ...others.slice(index)];
}

/** Throws 422 if no style would be offered. */
export function assertOneActive(styles: readonly { active: boolean }[]): void {
  if (styles.some(({ active }) => active)) return;
  throw new DomainError(
    'STYLE_LAST_ACTIVE',
    'impossible',
    'At least one style must be offered. Put another one on offer first.',
  );
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields that differ, for the audit trail; null if nothing changed. */
export function findChanges(before: Fields, after: Fields): { before: Fields; after: Fields } | null {
  const names = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const pick = (fields: Fields): Fields => Object.fromEntries(names.map((name) => [name, fields[name]]));
  return names.length === 0 ? null : { before: pick(before), after: pick(after) };
}
