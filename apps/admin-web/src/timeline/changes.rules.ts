/**
 * The fields that an audit entry changed, with their old and new values as readable text. A created or removed item has
 * one side only.
 */
import type { TimelineEntry } from '@shop/contracts/common';

export interface Change {
  field: string;
  before: string | null;
  after: string | null;
}

type AuditState = TimelineEntry['before'];

/** `priceModifier` → `Price modifier`. */
function formatFieldName(field: string): string {
  const name = field
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function formatValue(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map((part) => formatValue(part) ?? '–').join(', ') || null;
  return (
    Object.entries(value)
      .map(([name, part]) => `${formatFieldName(name).toLowerCase()} ${formatValue(part) ?? '–'}`)
      .join(', ') || null
  );
}

/** Ids and versions mean nothing to a reader. */
const isReadableField = (field: string): boolean => !/^(id|version)$|Id$/.test(field);

export function getChanges(before: AuditState, after: AuditState): Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(isReadableField);
  return fields
    .map((field) => ({
      field: formatFieldName(field),
      before: formatValue(before?.[field]),
      after: formatValue(after?.[field]),
    }))
    .filter((change) => change.before !== change.after);
}
