/** `npm run files -- …`: after a restore, which pictures and print files are missing, and which belong to no row. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { getDatabaseUrl } from '../shop/service-databases.ts';
import { readSettings } from '../shop/settings.ts';
import { getErrorMessage, StartError } from '../shop/start-error.ts';
import { compareFiles, listFolder, readOwners } from './stored-files.ts';

const USAGE = `npm run files -- missing [KEYS]    files that rows of art-svc need, one a line; exits with 1 if there are any
npm run files -- orphans [KEYS]    files that belong to no row
  KEYS: a file with the keys of the bucket, one a line, or - for the input; without it the folder images/ of DATA_DIR
  aws s3api list-objects-v2 --bucket BUCKET --query 'Contents[].[Key]' --output text | npm run files -- orphans -`;

async function readKeys(file: string | undefined): Promise<string[]> {
  if (file === undefined) {
    const { dataDir, env } = readSettings();
    if (env.S3_BUCKET)
      throw new StartError(`The pictures are in the bucket ${env.S3_BUCKET}: give its KEYS.\n${USAGE}`);
    return listFolder(join(dataDir, 'images'));
  }
  const lines = createInterface({ input: file === '-' ? process.stdin : createReadStream(file) });
  const keys: string[] = [];
  for await (const line of lines) if (line.trim() !== '') keys.push(line.trim());
  return keys;
}

async function run([command, file, ...more]: string[]): Promise<void> {
  if ((command !== 'missing' && command !== 'orphans') || more.length > 0) throw new StartError(USAGE);
  const keys = await readKeys(file);
  const client = new pg.Client({ connectionString: getDatabaseUrl('art'), connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const owners = await readOwners(async <Row>(sql: string) => (await client.query(sql)).rows as Row[]);
    const found = compareFiles(owners, keys)[command];
    for (const key of found) console.log(key);
    if (command === 'missing' && found.length > 0) process.exitCode = 1;
  } finally {
    await client.end();
  }
}

await run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : `That did not work: ${getErrorMessage(error)}`);
  process.exitCode = 1;
});
