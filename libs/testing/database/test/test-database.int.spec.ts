import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createTestDatabase, type TestDatabase, type TestSchema } from '../src/index.js';

const open: TestDatabase[] = [];
afterEach(async () => {
  for (const database of open.splice(0)) await database.drop();
});

async function create(schema?: TestSchema): Promise<TestDatabase> {
  const database = await createTestDatabase(schema);
  open.push(database);
  return database;
}

const newName = (): string => `spec_${randomBytes(4).toString('hex')}`;

/** A schema with one table, and the URLs where it was created. */
function countedSchema(): { schema: TestSchema; createdUrls: string[] } {
  const made: string[] = [];
  const create = async (url: string): Promise<void> => {
    made.push(url);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`CREATE TABLE pets (name text NOT NULL); INSERT INTO pets VALUES ('Rex')`);
    await client.end();
  };
  return { schema: { name: newName(), create }, createdUrls: made };
}

describe('createTestDatabase', () => {
  it('creates an empty database without a schema', async () => {
    const database = await create();
    expect(await database.query(`SELECT FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);
  });

  it('creates a schema once, also for concurrent calls, and copies share no rows', async () => {
    const { schema, createdUrls: made } = countedSchema();
    const [first, second] = await Promise.all([create(schema), create(schema)]);
    await first?.query(`INSERT INTO pets VALUES ('Mia')`);
    const third = await create(schema);
    const names = await Promise.all(
      [first, second, third].map((database) => database?.query('SELECT name FROM pets ORDER BY name')),
    );
    expect(names).toEqual([[{ name: 'Mia' }, { name: 'Rex' }], [{ name: 'Rex' }], [{ name: 'Rex' }]]);
    expect(made).toHaveLength(1);
  });

  it('rejects with the reason if the schema fails, and leaves no partial template', async () => {
    const { schema } = countedSchema();
    const broken: TestSchema = {
      name: schema.name,
      create: (url) => schema.create(url).then(() => Promise.reject(new Error('a migration that fails'))),
    };
    await expect(create(broken)).rejects.toThrow('a migration that fails');
    await expect(create(broken)).rejects.toThrow('a migration that fails');
    const other = await create();
    expect(
      await other.query('SELECT datname FROM pg_database WHERE datname LIKE $1', [`template%${schema.name}`]),
    ).toEqual([]);
  });
});
