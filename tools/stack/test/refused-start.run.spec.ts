import { chmodSync, existsSync, renameSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { throwAwayNamespace } from '@shop/messaging/transport';
import { buildWhatChanged } from '../build.ts';
import { rabbitmqAnswers } from '../probes.ts';
import { signal } from '../processes.ts';
import { quietReporter } from '../reporter.ts';
import { Belongings } from './belongings.ts';
import { type Checkout, checkoutFor, ordinaryAccount, permissionsCount } from './ordinary-account.ts';
import { Operator } from './operator.ts';
import { checkEventsCommand } from './operator-checks.ts';
import { ShopFolder } from './shop-folder.ts';
import { type Ending, npm, type Program, runStack } from './shop-process.ts';

const STOPPED_WITHIN_MS = 10_000;
const RABBITMQ_URL = 'amqp://guest:guest@127.0.0.1:5672';
const account = ordinaryAccount();
let folder: ShopFolder;
let checkout: Checkout;
let shop: Program | undefined;
/** Where a RabbitMQ answers, this shop runs on it. */
const rabbitmq = await rabbitmqAnswers();
const namespace = throwAwayNamespace();
const env: NodeJS.ProcessEnv = rabbitmq ? { RABBITMQ_URL, EVENTS_NAMESPACE: namespace } : { EMBEDDED: 'true' };

beforeAll(async () => {
  folder = await ShopFolder.make(account);
  const logs = await ShopFolder.make();
  await buildWhatChanged({ logFolder: logs.parts.logs, reporter: quietReporter, withWebApps: true }); // by who owns the project
  logs.remove();
  checkout = checkoutFor(account);
}, 300_000);

afterAll(async () => {
  await folder.clear(shop);
  if (rabbitmq) await dropQueues();
  checkout.remove();
}, 60_000);

/** What an operator does when a data folder is thrown away. */
async function dropQueues(): Promise<void> {
  const { how, said } = await npm(['run', '--silent', 'events', '--', 'drop-namespace', namespace], folder, { env })
    .ended;
  expect([how, said]).toEqual([0, `The queues of ${namespace} are deleted.\n`]);
}

async function start(): Promise<Program> {
  const program = (shop = runStack('start', folder, { env, as: account, checkout }));
  await program.until('PetArt is ready.');
  return program;
}

/** Works with events over RabbitMQ, kills the runner, and resolves with the next one once it has all that there was. */
async function startAfterKill(killed: Program): Promise<Program> {
  await checkEventsCommand(new Operator(folder));
  const belongings = await Belongings.gather(folder);
  signal(killed.pid, 'SIGKILL');
  await killed.ended;
  const next = await start();
  await belongings.check();
  expect(belongings.receipts).toHaveLength(1);
  return next;
}

async function refusedStart(changed: NodeJS.ProcessEnv = {}): Promise<Ending> {
  shop = runStack('start', folder, { env: { ...env, ...changed }, as: account, checkout });
  const ending = await shop.ended;
  expect(folder.processes()).toEqual([]);
  expect(folder.traces).toEqual([]);
  return ending;
}

describe(`a start ${permissionsCount() ? 'by an ordinary user' : 'by root, for want of another account,'}`, () => {
  it(`that is refused says why in a sentence and leaves nothing running; the next one works${rabbitmq ? ' over RabbitMQ, where kill -9 loses nothing,' : ''} and ends at SIGTERM`, async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(folder.port, '127.0.0.1', resolve));
    const taken = await refusedStart();
    other.close();
    expect(taken).toEqual({
      how: 1,
      said: expect.stringMatching(
        new RegExp(
          `^Port ${folder.port} is taken by another program\\. Stop that one, or choose another port: PORT=${folder.port + 1} npm start$`,
          'm',
        ),
      ),
    });
    expect(taken.said).not.toMatch(/^\s+at /m);
    expect(existsSync(folder.parts.postgres)).toBe(false); // it asks for the port before it begins anything

    const failing = await refusedStart({ ART_CONCURRENCY: 'none' });
    expect(failing).toEqual({
      how: 1,
      said: expect.stringMatching(
        /^art-svc does not start: art-svc cannot start, its environment is not right:\n\s+ART_CONCURRENCY: /m,
      ),
    });
    expect(failing.said).not.toMatch(/^\s+at /m);

    const control = join(folder.root, 'postgres/global/pg_control');
    renameSync(control, `${control}.away`);
    const broken = await refusedStart();
    expect(broken).toEqual({
      how: 1,
      said: expect.stringMatching(
        /^The embedded PostgreSQL does not start on .*pg_control.*move it away to start with an empty shop\.$/m,
      ),
    });
    expect(broken.said).not.toMatch(/^\s+at /m);
    renameSync(`${control}.away`, control);

    let started = await start();
    expect((await fetch(`${folder.url}/api/products`)).status).toBe(200);
    if (rabbitmq) started = await startAfterKill(started);
    started.signalGroup('SIGTERM');
    await folder.deserted(STOPPED_WITHIN_MS);
    expect(await started.ended).toMatchObject({ how: 0, said: expect.stringContaining('Everything is stopped') });
    expect(folder.traces).toEqual([]);
  }, 240_000);

  (permissionsCount() ? it : it.skip)(
    'on a folder that is closed to the user says so in a sentence',
    async () => {
      const closed = await ShopFolder.make();
      chmodSync(closed.root, 0o555);
      const { how, said } = await runStack('start', closed, { as: account, checkout }).ended;
      chmodSync(closed.root, 0o755);
      expect([how, said.trim()]).toEqual([
        1,
        `No permission to write to ${closed.root}/logs. Make the data folder yours, or choose another: DATA_DIR=/some/folder npm start`,
      ]);
      closed.remove();
    },
    30_000,
  );
});
