import { createHash } from 'node:crypto';
import { AUDIT_CONTENT } from './audit-entries.sql.js';

/** Runs one statement. */
type RunSql = <Row>(sql: string, values: unknown[]) => Promise<Row[]>;

/** The end of the chain at some time: how many entries there were, and the last hash (hex). */
export interface AuditCheckpoint {
  position: number;
  hash: string;
}

/**
 * `changed`: content or hash; `deleted`: the entry of a hash, or a hash; `inserted`: an entry without a hash; `truncated`: less than at an earlier
 * check.
 */
export type AuditBreakKind = 'changed' | 'deleted' | 'inserted' | 'truncated';

export interface AuditBreak {
  kind: AuditBreakKind;
  /** Of the chain; null for an entry without a hash. */
  position: number | null;
  entryId: string | null;
}

export interface AuditCheck extends AuditCheckpoint {
  /** At most `MAX_BREAKS`. Empty if the trail was not changed. */
  breaks: AuditBreak[];
}

const PAGE = 1_000;
const MAX_BREAKS = 100;
const MAX_CHECKPOINTS = 1_000;

const SELECT_LINKS = `
  SELECT c.position::float8 AS position, encode(c.hash, 'hex') AS hash, c.entry_id AS "entryId",
    CASE WHEN e.id IS NOT NULL THEN ${AUDIT_CONTENT} END AS content
  FROM audit_chain c LEFT JOIN audit_entries e ON e.id = c.entry_id
  WHERE c.position > $1 ORDER BY c.position LIMIT ${PAGE}`;

const SELECT_PAGE_OF_ENTRIES = `
  SELECT e.id, EXISTS (SELECT FROM audit_chain c WHERE c.entry_id = e.id) AS "isChained"
  FROM audit_entries e WHERE e.id > $1 ORDER BY e.id LIMIT ${PAGE}`;

const SELECT_CHECKPOINTS = `
  SELECT position::float8 AS position, encode(hash, 'hex') AS hash FROM audit_checkpoints ORDER BY at DESC LIMIT ${MAX_CHECKPOINTS}`;

interface Link extends AuditCheckpoint {
  entryId: string;
  /** Null if the entry is gone. */
  content: string | null;
}

const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const toHash = (previous: string, content: string): string =>
  sha256(Buffer.from(previous, 'hex'), sha256(Buffer.from(content))).toString('hex');

const findBreak = (link: Link, previous: AuditCheckpoint): AuditBreakKind | undefined => {
  if (link.content === null || link.position !== previous.position + 1) return 'deleted';
  return toHash(previous.hash, link.content) === link.hash ? undefined : 'changed';
};

/**
 * Compares the chain with its entries, and with the checkpoints. `known` is a checkpoint from elsewhere, such as a log. Reads in pages and locks
 * nothing.
 */
export async function checkAuditTrail(
  query: RunSql,
  { known = [], signal }: { known?: readonly AuditCheckpoint[]; signal?: AbortSignal } = {},
): Promise<AuditCheck> {
  const checkpoints = [...known, ...(await query<AuditCheckpoint>(SELECT_CHECKPOINTS, []))];
  const hashAt = new Map<number, string>(checkpoints.map(({ position }) => [position, '']));
  const breaks: AuditBreak[] = [];
  let end: AuditCheckpoint = { position: 0, hash: '' };
  for await (const link of readPages<Link>(query, SELECT_LINKS, 0, ({ position }) => position)) {
    signal?.throwIfAborted();
    const kind = findBreak(link, end);
    if (kind) breaks.push({ kind, position: link.position, entryId: link.entryId });
    if (breaks.length >= MAX_BREAKS) break;
    if (hashAt.has(link.position)) hashAt.set(link.position, link.hash);
    end = { position: link.position, hash: link.hash };
  }
  const entries = readPages<{ id: string; isChained: boolean }>(query, SELECT_PAGE_OF_ENTRIES, NO_ID, ({ id }) => id);
  for await (const { id, isChained } of entries) {
    signal?.throwIfAborted();
    if (breaks.length >= MAX_BREAKS) break;
    if (!isChained) breaks.push({ kind: 'inserted', position: null, entryId: id });
  }
  // Without another break the chain was read to its end.
  if (breaks.length < MAX_BREAKS)
    breaks.push(
      ...checkpoints
        .filter(({ position, hash }) => position > 0 && hashAt.get(position) !== hash)
        .slice(0, 1)
        .map(({ position }) => ({
          kind: position > end.position ? ('truncated' as const) : ('changed' as const),
          position,
          entryId: null,
        })),
    );
  return { ...end, breaks };
}

const NO_ID = '00000000-0000-0000-0000-000000000000';

async function* readPages<Row>(
  query: RunSql,
  sql: string,
  first: unknown,
  toKey: (row: Row) => unknown,
): AsyncGenerator<Row> {
  let after = first;
  for (;;) {
    const rows = await query<Row>(sql, [after]);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = toKey(last);
  }
}
