/** `npm run mail -- dead list | dead replay [ID …]`: lists or resends emails that a mail server refused permanently or that could not be rendered. */
import { DataSource } from 'typeorm';
import { getDatabaseUrl } from '../shop/service-databases.ts';
import { getErrorMessage, StartError } from '../shop/start-error.ts';
import { DEAD_LIMIT, listDeadEmails, replayDeadEmails } from './dead-emails.ts';

const USAGE = `npm run mail -- dead list             lists permanently refused emails and why
npm run mail -- dead replay [ID …]    sends them again: those with the given ids, or all`;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function printDeadEmails(support: DataSource): Promise<void> {
  const emails = await listDeadEmails(support);
  for (const { diedAt, id, template, recipient, attempts, reason } of emails)
    console.log(`${diedAt.toISOString()}  ${id}  ${template}  to ${recipient}  after ${attempts}: ${reason}`);
  console.log(
    emails.length === 0
      ? 'No dead emails.'
      : `${emails.length} dead ${emails.length === 1 ? 'email' : 'emails'}${emails.length === DEAD_LIMIT ? ' (the list ends here)' : ''}.`,
  );
}

const getReplayMessage = (count: number): string =>
  count === 1 ? '1 email is queued again.' : `${count} emails are queued again.`;

async function run([noun, verb, ...ids]: string[]): Promise<void> {
  const isList = verb === 'list' && ids.length === 0;
  if (noun !== 'dead' || (!isList && verb !== 'replay')) throw new StartError(USAGE);
  const wrong = ids.filter((id) => !UUID.test(id));
  if (wrong.length > 0) throw new StartError(`Not an email id: ${wrong.join(', ')}`);
  const support = await new DataSource({ type: 'postgres', url: getDatabaseUrl('support') }).initialize();
  try {
    if (isList) await printDeadEmails(support);
    else console.log(getReplayMessage((await replayDeadEmails(support, ids)).length));
  } finally {
    await support.destroy();
  }
}

await run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : `That did not work: ${getErrorMessage(error)}`);
  process.exitCode = 1;
});
