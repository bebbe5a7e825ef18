import type { DataSource, EntityManager } from 'typeorm';

/** How many entities one transaction publishes. A change of one of them waits for that transaction at most. */
export const REPUBLISH_PAGE_SIZE = 100;

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

export interface RepublishSource<Entity extends { id: string }> {
  /** The entities with an id above `after`, by id. */
  listPage: (after: string, limit: number, manager: EntityManager) => Promise<Entity[]>;
  /** The subject of the entity's events. */
  toSubject: (entity: Entity) => string;
  publish: (entity: Entity, manager: EntityManager) => Promise<unknown>;
}

/**
 * Publishes the current state of all entities again, a transaction for each page. The entities stay unlocked, so users can change them at any time.
 * After an interruption the command is delivered again and starts from the beginning.
 */
export async function republishInPages<Entity extends { id: string }>(
  dataSource: DataSource,
  source: RepublishSource<Entity>,
): Promise<void> {
  for (let after: string | undefined = LOWEST_ID; after;) {
    const start: string = after;
    after = await dataSource.transaction((manager) => republishPage(start, source, manager));
  }
}

/** Returns the last id of the page, or undefined after the last page. */
async function republishPage<Entity extends { id: string }>(
  after: string,
  { listPage, toSubject, publish }: RepublishSource<Entity>,
  manager: EntityManager,
): Promise<string | undefined> {
  const page = await listPage(after, REPUBLISH_PAGE_SIZE, manager);
  await lockSubjects([...new Set(page.map(toSubject))], manager);
  // Read again: until the lock, another transaction may have published a newer state, which this older one must not follow.
  const lockedIds = new Set(page.map(({ id }) => id));
  for (const entity of await listPage(after, REPUBLISH_PAGE_SIZE, manager))
    if (lockedIds.has(entity.id)) await publish(entity, manager);
  return page.length < REPUBLISH_PAGE_SIZE ? undefined : page.at(-1)?.id;
}

/** Locks the counters of the subjects until the commit. Later events of the subjects wait for it, other work does not. */
async function lockSubjects(subjects: readonly string[], manager: EntityManager): Promise<void> {
  await manager.query(
    `INSERT INTO outbox_subjects AS counter (subject, sequence) SELECT subject, 0 FROM unnest($1::text[]) AS subject ORDER BY subject
     ON CONFLICT (subject) DO UPDATE SET sequence = counter.sequence`,
    [subjects],
  );
}
