import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { DATABASES, openDatabases, withDatabase } from './databases.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { keepEmbeddedPostgres } from './kept-postgres.ts';
import { freePorts } from './ports.ts';
import { commandOf, isAlive, parentOf, recordOf, signal, untilClosed, waitUntilGone } from './processes.ts';
import { eventually } from './test/eventually.ts';
import { listenOn } from './test/loopback.ts';

let parent: string;
const start = (durable = false): ReturnType<typeof startEmbeddedPostgres> =>
  startEmbeddedPostgres({ folder: join(parent, 'postgres'), logFolder: parent, durable });

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows.map((row) => Object.values(row)[0]);
  } finally {
    await client.end();
  }
}

/** The commands of the programs that run on the path. */
function runningOn(path: string): string[] {
  const isLinux = process.platform === 'linux';
  const all = isLinux
    ? readdirSync('/proc')
        .filter((pid) => /^\d+$/.test(pid))
        .map((pid) => commandOf(Number(pid)))
    : execFileSync('ps', ['-axo', 'command='], { encoding: 'utf8' }).split('\n');
  return all.filter((command) => command.includes(path));
}

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'shop-postgres-'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

describe('the embedded PostgreSQL', () => {
  it('keeps what was written over a stop, and over being killed together with its runner', async () => {
    const first = await start(true);
    await query(first.url, `CREATE TABLE kept AS SELECT 'a stop' AS what`);
    await first.stop();
    expect(isAlive(first.process)).toBe(false);

    const second = await start(true);
    await query(second.url, `INSERT INTO kept VALUES ('a kill')`);
    signal(second.process.pid, 'SIGKILL');
    await waitUntilGone(second.process, 2000);

    const third = await start();
    expect(await query(third.url, 'SELECT what FROM kept ORDER BY what')).toEqual(['a kill', 'a stop']);
    expect([first.created, second.created, third.created]).toEqual([true, false, false]);
    await third.stop();
  }, 60_000);

  it('lets in who knows its random password, in one round: thousands of them would only slow each new connection', async () => {
    const postgres = await start();
    expect(
      await query(postgres.url, `SELECT split_part(rolpassword, ':', 1) FROM pg_authid WHERE rolpassword IS NOT NULL`),
    ).toEqual(['SCRAM-SHA-256$1']);
    expect(new URL(postgres.url).password.length).toBe(32); // 24 bytes
    await expect(query(postgres.url.replace(/:[^:@]+@/, ':a-guess@'), 'SELECT 1')).rejects.toThrow(
      'password authentication failed',
    );
    await postgres.stop();
  }, 60_000);

  it('takes the folder over from a PostgreSQL that outlived its runner', async () => {
    const orphan = await start();
    const next = await start();
    expect(isAlive(orphan.process)).toBe(false);
    await next.stop();
  }, 60_000);

  it('is gone when its start is given up, and its folder as it was; the next start works', async () => {
    const told: string[] = [];
    for (const when of ['making its folder', 'waiting until it is ready']) {
      const givenUp = new AbortController();
      const tell = (progress: string): void => {
        told.push(progress);
        if (progress.startsWith(when)) setImmediate(() => givenUp.abort());
      };
      const starting = startEmbeddedPostgres({
        folder: join(parent, 'postgres'),
        logFolder: parent,
        durable: false,
        signal: givenUp.signal,
        tell,
      });
      await expect(starting).rejects.toThrow('aborted');
      expect(runningOn(parent)).toEqual([]);
      expect(existsSync(join(parent, 'postgres'))).toBe(when.startsWith('waiting'));
    }
    expect(told).toHaveLength(4);
    expect(readdirSync(parent).filter((name) => /unfinished|password/.test(name))).toEqual([]);
    await (await start()).stop();
  }, 60_000);

  it('is never handed over where its start is given up at the moment it is ready', async () => {
    const givenUp = new AbortController();
    const postmaster = (): string =>
      existsSync(join(parent, 'postgres/postmaster.pid'))
        ? readFileSync(join(parent, 'postgres/postmaster.pid'), 'utf8')
        : '';
    const tell = (progress: string): void => {
      if (!progress.startsWith('waiting until it is ready')) return;
      while (!/^ready\b/m.test(postmaster())) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20); // nobody looks before it is
      givenUp.abort();
    };
    const starting = startEmbeddedPostgres({
      folder: join(parent, 'postgres'),
      logFolder: parent,
      durable: false,
      signal: givenUp.signal,
      tell,
    });
    await expect(starting).rejects.toThrow('aborted');
    expect(runningOn(parent)).toEqual([]);
  }, 60_000);

  it('is named in what it refuses', async () => {
    const [port] = await freePorts(1);
    const silent = `postgresql://postgres@127.0.0.1:${port}/postgres`;
    await expect(openDatabases(silent, { from: 'embedded' })).rejects.toThrow(
      /^The embedded PostgreSQL can't be used: .*ECONNREFUSED/,
    );
    await expect(openDatabases(silent)).rejects.toThrow(
      `The database at 127.0.0.1:${port} (DATABASE_URL) can't be used: `,
    );
  });

  it('is not waited for where it stays silent and the start is given up', async () => {
    const server = await listenOn('127.0.0.1');
    const { port } = server.address() as AddressInfo;
    const givenUp = new AbortController();
    server.once('connection', () => givenUp.abort());
    const began = Date.now();
    await expect(openDatabases(`postgresql://u@127.0.0.1:${port}/x`, { signal: givenUp.signal })).rejects.toThrow(
      'aborted',
    );
    expect(Date.now() - began).toBeLessThan(4000);
    server.close();
  });

  it('makes the databases that are missing, each once', async () => {
    const postgres = await start();
    await openDatabases(postgres.url);
    const addresses = await openDatabases(postgres.url);
    expect(await query(addresses.orders, 'SELECT current_database()')).toEqual(['orders']);
    expect(Object.keys(addresses)).toEqual([...DATABASES]);
    await query(postgres.url, `CREATE ROLE clerk LOGIN PASSWORD 'clerk'`);
    await query(postgres.url, 'DROP DATABASE support');
    const asClerk = new URL(postgres.url);
    asClerk.username = asClerk.password = 'clerk';
    await expect(openDatabases(asClerk.href)).rejects.toThrow('The databases support are missing');
    await postgres.stop();
  }, 60_000);

  it.each([
    ['17', 'was made by PostgreSQL 17; this is PostgreSQL 18'],
    [undefined, 'is broken: it holds no PG_VERSION'],
    ['18', 'is broken: superuser-password is missing'],
  ])('refuses a folder whose PG_VERSION says %s', async (version, sentence) => {
    mkdirSync(join(parent, 'postgres'));
    writeFileSync(join(parent, 'postgres', version ? 'PG_VERSION' : 'stray'), `${version}\n`);
    await expect(start()).rejects.toThrow(sentence);
  });

  it('tells what PostgreSQL itself says of a folder it cannot read', async () => {
    const postgres = await start();
    await postgres.stop();
    rmSync(join(parent, 'postgres/global/pg_control'));
    await expect(start()).rejects.toThrow(/does not start on .*pg_control/);
  }, 60_000);
});

describe('the embedded PostgreSQL of a running shop', () => {
  const told: string[] = [];
  const keep = (): ReturnType<typeof keepEmbeddedPostgres> =>
    keepEmbeddedPostgres({
      folder: join(parent, 'postgres'),
      logFolder: parent,
      onProblem: (sentence) => told.push(sentence),
    });
  const postmasterPid = (): number =>
    Number(readFileSync(join(parent, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  const kill = (): boolean => signal(postmasterPid(), 'SIGKILL');
  beforeEach(() => void told.splice(0));

  it('is started again where it was when it is killed, and its death is told', async () => {
    const kept = await keep();
    await query(kept.url, `CREATE TABLE kept AS SELECT 'a kill' AS what`);
    kill();
    expect(
      await eventually('PostgreSQL to be back', () => query(kept.url, 'SELECT what FROM kept').catch(() => undefined)),
    ).toEqual(['a kill']);
    expect(told[0]).toBe(
      `PostgreSQL died (SIGKILL); its log: ${join(parent, 'postgres.log')}. It is started again in 0.25 s.`,
    );
    await kept.stop();
    expect(runningOn(parent)).toEqual([]);
  }, 60_000);

  it('is waited for ever longer where it does not start again, and tells why, until it is stopped', async () => {
    const kept = await keep();
    rmSync(join(parent, 'postgres/global/pg_control'));
    kill();
    await eventually('two new starts to fail', () => told.length > 2);
    expect(told.slice(1, 3)).toEqual([
      expect.stringMatching(/pg_control.* It is started again in 0\.5 s\.$/),
      expect.stringMatching(/pg_control.* It is started again in 1 s\.$/),
    ]);
    await kept.stop();
    expect(runningOn(parent)).toEqual([]);
  }, 60_000);

  it('is stopped by a program that has nothing else to do, and that waits for its end', async () => {
    const program = `
      import { keepEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'kept-postgres.ts'))};
      const [folder, logFolder] = process.argv.slice(1);
      const kept = await keepEmbeddedPostgres({ folder, logFolder, onProblem: console.error });
      console.log('ready');
      await new Promise((resolve) => process.stdin.once('data', resolve));
      process.stdin.destroy();
      await kept.stop();
      console.log('stopped');`;
    const runner = spawn(
      process.execPath,
      ['--input-type=module', '--disable-warning=ExperimentalWarning', '-e', program, join(parent, 'postgres'), parent],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    let said = '';
    runner.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const ended = untilClosed(runner);
    await eventually('PostgreSQL to be ready', () => said === 'ready\n');
    const postmaster = recordOf(postmasterPid());
    const keeper = parentOf(postmaster.pid);
    signal(keeper, 'SIGSTOP'); // it takes its time
    runner.stdin.write('stop');
    await waitUntilGone(postmaster, 5000);
    const early = await Promise.race([ended, delay(300, 'still waiting')]);
    signal(keeper, 'SIGCONT');
    expect([early, await ended, said]).toEqual(['still waiting', 0, 'ready\nstopped\n']);
  }, 60_000);
});

describe('the address of a database', () => {
  it('keeps user, password and options', () => {
    expect(withDatabase('postgresql://u:p%40@db:5433/any?sslmode=require', 'art')).toBe(
      'postgresql://u:p%40@db:5433/art?sslmode=require',
    );
  });
});
