/** `npm run mail -- dead list | dead replay [ID …]`: letters that a mail server refused for good, or nobody could write. */
import { DataSource } from 'typeorm';
import { withDatabase } from '../shop/addresses.ts';
import { readSettings } from '../shop/settings.ts';
import { findRunningShop } from '../shop/shop-record.ts';
import { reasonOf, StartError } from '../shop/start-error.ts';
import { DEAD_LIMIT, listDead, replayDead } from './dead-mails.ts';

const USAGE = `npm run mail -- dead list             what was refused for good, and why
npm run mail -- dead replay [ID …]    sends it again: the letters named, or all`;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** DATABASE_URL where it is set (the server, or the support database itself), else the shop that runs on the data folder. */
function supportUrl(): string {
  if (process.env.DATABASE_URL) return withDatabase(process.env.DATABASE_URL, 'support');
  const { dataDir } = readSettings();
  const url = findRunningShop(dataDir)?.databases?.support;
  if (!url) throw new StartError(`No shop runs on ${dataDir}. Start it first (npm start), or set DATABASE_URL.`);
  return url;
}

async function showDead(support: DataSource): Promise<void> {
  const mails = await listDead(support);
  for (const { diedAt, id, letter, recipient, attempts, reason } of mails)
    console.log(`${diedAt.toISOString()}  ${id}  ${letter}  to ${recipient}  after ${attempts}: ${reason}`);
  console.log(
    mails.length === 0
      ? 'No dead letters.'
      : `${mails.length} dead ${mails.length === 1 ? 'letter' : 'emails'}${mails.length === DEAD_LIMIT ? ' (the list ends here)' : ''}.`,
  );
}

const sentAgain = (count: number): string =>
  count === 1 ? '1 letter is on its way again.' : `${count} letters are on their way again.`;

async function run([noun, verb, ...ids]: string[]): Promise<void> {
  const isList = verb === 'list' && ids.length === 0;
  if (noun !== 'dead' || (!isList && verb !== 'replay')) throw new StartError(USAGE);
  const wrong = ids.filter((id) => !UUID.test(id));
  if (wrong.length > 0) throw new StartError(`Not the id of a letter: ${wrong.join(', ')}`);
  const support = await new DataSource({ type: 'postgres', url: supportUrl() }).initialize();
  try {
    if (isList) await showDead(support);
    else console.log(sentAgain((await replayDead(support, ids)).length));
  } finally {
    await support.destroy();
  }
}

await run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : `That did not work: ${reasonOf(error)}`);
  process.exitCode = 1;
});
