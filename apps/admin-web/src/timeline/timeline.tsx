import type { TimelineEntry } from '@shop/contracts-common';
import { useId } from 'react';
import { RelativeTime } from '../relative-time.js';

interface Change {
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

/**
 * The fields that an audit entry changed, with their old and new values as readable text. A created or removed item has
 * one side only.
 */
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

function Changes({ entry }: { entry: TimelineEntry }) {
  const changes = getChanges(entry.before, entry.after);
  if (changes.length === 0) return null;
  return (
    <details className="group">
      <summary className="-ml-1 inline-flex min-h-11 w-fit cursor-pointer items-center rounded-control px-1 text-sm font-semibold text-primary-text">
        {changes.length === 1 ? 'What changed' : `What changed (${changes.length})`}
      </summary>
      <dl className="mb-2 grid gap-2 rounded-control bg-muted p-3 text-sm">
        {changes.map(({ field, before, after }) => (
          <div key={field} className="[overflow-wrap:anywhere]">
            <dt className="font-semibold">{field}</dt>
            <dd className="whitespace-pre-line">
              {before !== null && (
                <del dir="auto" className="text-muted-foreground">
                  {before}
                </del>
              )}
              {before !== null && after !== null && <span aria-hidden> → </span>}
              {after !== null ? (
                <ins dir="auto" className="no-underline">
                  {after}
                </ins>
              ) : (
                <span className="text-muted-foreground"> (nothing)</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Audit entries of an item, newest first. */
export function Timeline({ entries }: { entries: TimelineEntry[] }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} className="mb-4 text-lg font-bold">
        Timeline
      </h3>
      {entries.length === 0 && <p className="text-muted-foreground">Nothing has happened yet.</p>}
      <ol className="ml-1.5 grid gap-5 border-l-2 border-border pl-5">
        {entries.map((entry) => (
          <li
            key={`${entry.id} ${entry.action}`}
            className="relative before:absolute before:top-1.5 before:-left-[1.6875rem] before:size-3 before:rounded-full before:border-2 before:border-background before:bg-border-strong"
          >
            <p dir="auto" className="font-semibold [overflow-wrap:anywhere]">
              {entry.summary}
            </p>
            <p className="text-sm text-muted-foreground [overflow-wrap:anywhere]">
              {entry.actor && (
                <span className="after:mx-1 after:content-['·']">
                  <bdi>{entry.actor}</bdi>
                </span>
              )}{' '}
              <RelativeTime at={entry.at} />
            </p>
            <Changes entry={entry} />
          </li>
        ))}
      </ol>
    </section>
  );
}
