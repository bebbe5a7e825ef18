import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { whatIsMissing } from '../../bootstrap.mjs';
import { buildWhatChanged } from '../build.ts';
import { isAlive, type ProcessRecord, recordOf, signal } from '../processes.ts';
import { quietReporter } from '../reporter.ts';
import { PROJECT_ROOT } from '../settings.ts';
import { Belongings } from './belongings.ts';
import { eventually } from './eventually.ts';
import { runInImages } from './image-checks.ts';
import { Operator } from './operator.ts';
import { checkEventsCommand } from './operator-checks.ts';
import { ShopFolder } from './shop-folder.ts';
import { npm, type Program, runStack } from './shop-process.ts';
import type { Shopper } from './shopper.ts';

const EMBEDDED = { EMBEDDED: 'true' };
let folder: ShopFolder;
let operator: Operator;
let shop: Program | undefined;
let customer: Shopper;
/** Of the start that was killed. */
let processes: ProcessRecord[];
let belongings: Belongings;

async function start(program: Program): Promise<void> {
  shop = program;
  await shop.until('PetArt is ready.');
}

const postmaster = (): ProcessRecord =>
  recordOf(Number(readFileSync(join(folder.root, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]));

/** Resolves while an artwork is drawn, whoever asked for it waits, and a stream tells how far it is. */
async function beginDrawing(): Promise<void> {
  const cutOff = (): void => undefined;
  await customer.signIn();
  // One drawing takes less than a second: of several some are watched before their turn comes.
  for (const styleKey of ['cyberpunk', 'abstract', 'modern', 'minimalistic'])
    void customer.generate(styleKey).catch(cutOff);
  const watched = new Set<string>();
  await eventually('an artwork to be drawn and watched', async () => {
    for (const { key } of await operator.query<{ key: string }>(
      'art',
      `SELECT idempotency_key AS key FROM ai_jobs WHERE status IN ('pending', 'processing')`,
    )) {
      if (!watched.has(key)) void customer.call('GET', `/api/generate/${key}/progress`).catch(cutOff);
      watched.add(key);
    }
    return (
      (
        await operator.query(
          'art',
          `SELECT FROM ai_jobs JOIN ai_job_watchers ON job_id = ai_jobs.id WHERE status = 'processing' GROUP BY ai_jobs.id HAVING count(*) = 2`,
        )
      ).length > 0
    );
  });
}

beforeAll(async () => {
  expect(whatIsMissing(PROJECT_ROOT)).toBeUndefined(); // npm start would install it, and take away what this test runs on
  folder = await ShopFolder.make();
  operator = new Operator(folder);
  await buildWhatChanged({ logFolder: folder.parts.logs, reporter: quietReporter, withWebApps: true });
  await start(npm(['start'], folder, { env: EMBEDDED }));
  const record = folder.record;
  processes = [...Object.values(record?.processes ?? {}), postmaster(), record?.runner ?? postmaster()];
  expect(processes.filter((process) => !isAlive(process))).toEqual([]);
  belongings = await Belongings.gather(folder);
  customer = belongings.customer;
  signal(record?.runner.pid ?? 0, 'SIGKILL');
  await shop?.ended;
  await start(runStack('start', folder, { env: EMBEDDED }));
}, 300_000);

afterAll(() => folder.clear(shop), 60_000);

describe('npm start after kill -9 of the runner', () => {
  it(
    'still has session, cart, order, artworks and letters, sends the letter that was due, and draws what was being drawn',
    () => belongings.check(),
    90_000,
  );

  it('has left no process of the one that was killed', () => {
    expect(processes).toHaveLength(8);
    expect(processes.filter(isAlive)).toEqual([]);
  });

  it('is the only one on its data folder', async () => {
    expect(await runStack('start', folder, { env: EMBEDDED }).ended).toEqual({
      how: 1,
      said: expect.stringContaining(`The shop already runs at http://localhost:${folder.port} (process `),
    });
  }, 30_000);
});

describe('beside a shop with events over PostgreSQL', () => {
  it(
    'npm run events lists and replays what was set aside, and has an owner publish again',
    () => checkEventsCommand(operator),
    90_000,
  );

  it('npm run mail lists what was refused for good, and sends again what is named', async () => {
    const [letter] = await operator.query<{ id: string }>(
      'support',
      `INSERT INTO letters (key, letter, recipient, props, status, attempts, reason, ended_at)
       VALUES ($1, 'welcome', $2, '{"firstName":"Pat"}', 'dead', 7, '550 no such mailbox', now()) RETURNING id`,
      [randomUUID(), customer.email],
    );
    const id = letter?.id ?? '';
    const before = folder.letters.length;
    expect(await operator.types('mail', 'dead', 'list')).toEqual({
      how: 0,
      said: expect.stringMatching(
        new RegExp(`^\\S+Z  ${id}  welcome  to ${customer.email}  after 7: 550 no such mailbox\n1 dead letter\\.\n$`),
      ),
    });
    expect(await operator.types('mail', 'dead', 'replay', id)).toEqual({
      how: 0,
      said: '1 letter is on its way again.\n',
    });
    await eventually('the letter', () => folder.letters.length > before);
    expect(await operator.types('mail', 'dead', 'list')).toEqual({ how: 0, said: 'No dead letters.\n' });
    expect(await operator.types('mail', 'dead', 'replay', 'seven')).toEqual({
      how: 1,
      said: 'Not the id of a letter: seven\n',
    });
  }, 60_000);

  it('npm run admin makes an admin of an account, which has to sign in again, and takes it back', async () => {
    expect(await operator.types('admin', 'grant', customer.email)).toEqual({
      how: 0,
      said: `${customer.email} is an admin now, and has to sign in again.\n`,
    });
    await eventually('the session to end', () =>
      customer.call('GET', '/api/user').then(
        () => false,
        (error: Error) => error.message.includes(': 401: '),
      ),
    );
    await customer.signIn();
    expect(await customer.call('GET', '/api/admin/stats')).toMatchObject({ totalUsers: expect.any(Number) });
    expect(await operator.runs('tools/admin/admin.ts', 'list')).toEqual({
      how: 0,
      said: `admin@example.com\n${customer.email}\n`,
    });
    expect(await operator.runs('tools/admin/admin.ts', 'revoke', customer.email)).toEqual({
      how: 0,
      said: `${customer.email} is an ordinary account now, and has to sign in again.\n`,
    });
    expect(await operator.runs('tools/admin/admin.ts', 'grant', 'who@example.com')).toEqual({
      how: 1,
      said: 'There is no account with the e-mail who@example.com.\n',
    });
  }, 60_000);

  it('the same commands run from what the images bring, as docs/operations.md says it of containers', async () => {
    const databases = folder.record?.databases ?? {};
    const addresses = (service: string): NodeJS.ProcessEnv => ({
      DATABASE_URL: databases[service.replace('-svc', '')],
      EVENTS_DATABASE_URL: databases.events,
    });
    expect(await runInImages({ events: ['dead', 'list'], admin: ['list'], mail: ['dead', 'list'] }, addresses)).toEqual(
      {
        events: { how: 0, said: expect.stringMatching(/^(\S+Z  .*\n)*(No|\d+) dead letters?\.\n$/) },
        admin: { how: 0, said: expect.stringContaining('admin@example.com\n') },
        mail: { how: 0, said: 'No dead letters.\n' },
      },
    );
  }, 60_000);

  it('goes on after its PostgreSQL is killed, and tells that it was', async () => {
    signal(postmaster().pid, 'SIGKILL');
    await shop?.until('PostgreSQL died (SIGKILL)');
    await eventually('the shop to be ready again', () =>
      fetch(`${folder.url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    await customer.signIn();
    expect(await customer.generate('abstract')).toMatchObject({ outputImageId: expect.any(String) });
    expect(shop?.said()).not.toMatch(/(svc|gateway) died/);
  }, 60_000);

  it('Ctrl-C ends every process within 10 s, also while an artwork is drawn and watched, and leaves the data', async () => {
    await beginDrawing();
    shop?.signalGroup('SIGINT');
    await folder.deserted(10_000);
    expect(await shop?.ended).toMatchObject({ how: 0, said: expect.stringContaining('Everything is stopped') });
    expect(folder.traces).toEqual([]);
    expect(belongings.receipts).toHaveLength(1);
    expect(await operator.runs('tools/admin/admin.ts', 'list')).toEqual({
      how: 1,
      said: `No shop runs on ${folder.root}. Start it first (npm start), or set DATABASE_URL.\n`,
    });
    expect(await operator.types('events', 'dead', 'list')).toEqual({
      how: 1,
      said: 'No shop runs on this data folder. Start it, or set RABBITMQ_URL or EVENTS_DATABASE_URL.\n',
    });
  }, 60_000);

  it('npm run db:migrate finds every database up to date afterwards, and leaves no process', async () => {
    const said = ['identity', 'catalog', 'art', 'orders', 'support'].map((name) => `${name}: up to date\n`).join('');
    expect(await npm(['run', '--silent', 'db:migrate'], folder).ended).toEqual({ how: 0, said });
    await folder.deserted(1000);
    expect(folder.traces).toEqual([]);
  }, 60_000);
});
