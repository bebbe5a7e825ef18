import pg from 'pg';
import { withDatabase } from './addresses.ts';
import { readSettings } from './settings.ts';
import { findRunningShop } from './shop-record.ts';
import { StartError } from './start-error.ts';
import { readVariable } from './variables.ts';

/** Runs one statement. */
export type RunSql = <Row>(sql: string, values: unknown[]) => Promise<Row[]>;

/** Service → the name of its database. */
export const DATABASE_BY_SERVICE = {
  'identity-svc': 'identity',
  'catalog-svc': 'catalog',
  'art-svc': 'art',
  'order-svc': 'orders',
  'support-svc': 'support',
} as const;
export type ServiceWithDatabase = keyof typeof DATABASE_BY_SERVICE;
export const SERVICES_WITH_DATABASES = Object.keys(DATABASE_BY_SERVICE) as ServiceWithDatabase[];

export const DATABASE_IS_MISSING = '3D000';

/** The database on the server of DATABASE_URL if it is set, or that database itself; else of the shop that runs on the data folder. */
export function getDatabaseUrl(database: string): string {
  const server = readVariable('DATABASE_URL');
  if (server) return withDatabase(server, database);
  const { dataDir } = readSettings();
  const url = findRunningShop(dataDir)?.databases?.[database];
  if (!url) throw new StartError(`No shop runs on ${dataDir}. Start it first (npm start), or set DATABASE_URL.`);
  return url;
}

/** Calls `work` for the database of each of these services that exists and contains `table`. */
export async function forEachService(
  services: readonly ServiceWithDatabase[],
  table: string,
  work: (service: ServiceWithDatabase, query: RunSql) => Promise<void>,
): Promise<void> {
  for (const service of services) {
    const client = new pg.Client({ connectionString: getDatabaseUrl(DATABASE_BY_SERVICE[service]) });
    try {
      await client.connect();
      const query: RunSql = async <Row>(sql: string, values: unknown[]) =>
        (await client.query(sql, values)).rows as Row[];
      const [found] = await query<{ isThere: boolean }>('SELECT to_regclass($1) IS NOT NULL AS "isThere"', [table]);
      if (found?.isThere) await work(service, query);
    } catch (error) {
      if ((error as { code?: string }).code !== DATABASE_IS_MISSING) throw error;
    } finally {
      await client.end();
    }
  }
}
