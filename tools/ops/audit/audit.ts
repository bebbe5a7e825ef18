/** `npm run audit -- check [SERVICE [POSITION:HASH]]`: shows whether the audit trails of the services were changed. */
import { checkAuditTrail, type AuditBreak, type AuditCheckpoint } from '@shop/service-kit';
import { forEachService, SERVICES_WITH_DATABASES } from '../shop/service-databases.ts';
import { getErrorMessage, StartError } from '../shop/start-error.ts';

const USAGE = `npm run audit -- check                          compares each entry of the audit trails with its hash
npm run audit -- check SERVICE POSITION:HASH    also with an end of the trail that the service has logged`;

const MEANINGS: Record<AuditBreak['kind'], string> = {
  changed: 'was changed',
  deleted: 'or the one before it was deleted',
  inserted: 'was inserted past the chain',
  truncated: 'is gone with all that followed',
};

const toLine = ({ kind, position, entryId }: AuditBreak): string =>
  `  entry ${[position, entryId].filter((part) => part !== null).join(' ')} ${MEANINGS[kind]}`;

function parseCheckpoint(text: string | undefined): AuditCheckpoint[] {
  if (text === undefined) return [];
  const [, position, hash = ''] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? [];
  if (position === undefined) throw new StartError(USAGE);
  return [{ position: Number(position), hash }];
}

async function run([verb, service, checkpoint, ...rest]: string[]): Promise<void> {
  const services = SERVICES_WITH_DATABASES.filter((name) => service === undefined || name === service);
  if (verb !== 'check' || services.length === 0 || rest.length > 0) throw new StartError(USAGE);
  const known = parseCheckpoint(checkpoint);
  await forEachService(services, 'audit_chain', async (name, query) => {
    const { position, hash, breaks } = await checkAuditTrail(query, { known });
    console.log(breaks.length === 0 ? `${name}: whole, ${position}:${hash}` : `${name}: changed`);
    for (const line of breaks.map(toLine)) console.log(line);
    if (breaks.length > 0) process.exitCode = 1;
  });
}

await run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : `The command failed: ${getErrorMessage(error)}`);
  process.exitCode = 1;
});
