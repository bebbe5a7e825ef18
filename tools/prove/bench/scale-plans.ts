/**
 * Records the plans of all statements of this process, also of triggers and of checks of foreign keys: PostgreSQL's auto_explain sends them as
 * notices.
 */
import pg from 'pg';

/** A smaller table may be read as a whole. */
const LARGE_ROWS = 10_000;

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
}

/** Rows of each table and index. */
export type RowCounts = ReadonlyMap<string, number>;

interface RecordedPlan {
  database: RowCounts;
  statement: string;
  plan: PlanNode;
}

/**
 * Tables and indexes above 10,000 rows that a plan reads from the start. A LIMIT ends an index in the order of the result early, so only reads of
 * indexes without one count.
 */
export function findFullReads(node: PlanNode, rows: RowCounts, isLimited = false): string[] {
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index = '', Plans: children = [] } = node;
  const isLarge = (name: string): boolean => (rows.get(name) ?? 0) > LARGE_ROWS;
  const found: string[] = [];
  if (type === 'Seq Scan' && isLarge(table)) found.push(`reads all of ${table}`);
  if (type.includes('Index') && isLarge(index) && !node['Index Cond'] && !isLimited)
    found.push(`reads all of ${index}`);
  // A sort or an aggregate needs all its rows, whatever the LIMIT above it.
  const isStillLimited = type === 'Limit' || (isLimited && !/Sort|Aggregate|Hash|WindowAgg|Unique/.test(type));
  return [...found, ...children.flatMap((child) => findFullReads(child, rows, isStillLimited))];
}

const SETTINGS = [
  `session_preload_libraries = 'auto_explain'`,
  'auto_explain.log_min_duration = 0',
  'auto_explain.log_nested_statements = on',
  'auto_explain.log_format = json',
  'auto_explain.log_level = notice',
];

export async function runSql(url: string, run: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await run(client);
  } finally {
    await client.end();
  }
}

export class PlanRecorder {
  private plans: RecordedPlan[] = [];
  private readonly rowCounts = new Map<string, RowCounts>();

  constructor() {
    const record = this.record.bind(this);
    // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its client below
    const connect = pg.Client.prototype.connect as (this: pg.Client, ...args: unknown[]) => unknown;
    pg.Client.prototype.connect = function (this: pg.Client, ...args: unknown[]) {
      this.on('notice', ({ message }) => record(this.database ?? '', message ?? ''));
      return connect.apply(this, args);
    } as typeof pg.Client.prototype.connect;
  }

  /** The plans since the last call. */
  takeRecorded(): RecordedPlan[] {
    return this.plans.splice(0);
  }

  /** Makes new connections to the database send their plans, and counts its rows. Sending takes longer than most statements. */
  async recordDatabase(url: string, name: string): Promise<void> {
    await runSql(url, async (client) => {
      const { rows } = await client.query<{ name: string; rows: number }>(
        `SELECT relname AS name, reltuples AS rows FROM pg_class WHERE relkind IN ('r', 'i') AND reltuples > ${LARGE_ROWS}`,
      );
      this.rowCounts.set(name, new Map(rows.map((row) => [row.name, row.rows])));
      for (const setting of SETTINGS)
        await client.query(`ALTER DATABASE ${client.escapeIdentifier(name)} SET ${setting}`);
    });
  }

  /** New connections to the database don't send plans any more. */
  async stopRecording(url: string, name: string): Promise<void> {
    await runSql(url, (client) => client.query(`ALTER DATABASE ${client.escapeIdentifier(name)} RESET ALL`));
  }

  private record(database: string, message: string): void {
    const start = message.indexOf('{');
    const rows = this.rowCounts.get(database);
    if (!rows || start < 0 || !message.startsWith('duration:')) return;
    const { Plan: plan, 'Query Text': text } = JSON.parse(message.slice(start)) as {
      Plan: PlanNode;
      'Query Text': string;
    };
    this.plans.push({ database: rows, statement: text.replaceAll(/\s+/g, ' '), plan });
  }
}
