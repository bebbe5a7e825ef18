import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { spawn } from 'node:child_process';
import { jest } from '@jest/globals';
import { openDataFolder } from './data-folder.ts';
import { endOrphans } from './orphans.ts';
import { freePorts } from './ports.ts';
import { isAlive, type ProcessRecord, waitUntilGone } from './processes.ts';
import { type RunRecord, writeRunRecord } from './run-record.ts';
import { SupervisedService } from './supervised-service.ts';
import { eventually } from './test/eventually.ts';

interface Death {
  told: string;
  pauseMs: number;
  at: number;
}

let folder: string;
let port: number;
let starts: ProcessRecord[];
let deaths: Death[];
let service: SupervisedService;

const SERVER = `import { createServer } from 'node:http';
  createServer((request, response) => response.end(String(process.pid))).listen(Number(process.env.PORT), '127.0.0.1');`;

function write(main: string): SupervisedService {
  mkdirSync(join(folder, 'dist'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'dist/main.js'), main);
  return new SupervisedService({
    name: 'art-svc',
    folder,
    url: `http://127.0.0.1:${port}`,
    env: { ...process.env, NODE_OPTIONS: '', PORT: String(port) },
    logFile: join(folder, 'art-svc.log'),
    onStart: (_, process) => starts.push(process),
    onDeath: (_, how, problem, pauseMs) => deaths.push({ told: `${how}: ${problem}`, pauseMs, at: performance.now() }),
  });
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shop-service-'));
  [port] = (await freePorts(1)) as [number];
  starts = [];
  deaths = [];
});
afterEach(async () => {
  jest.restoreAllMocks();
  await service.stop(500);
  rmSync(folder, { recursive: true });
});

const isUp = (): Promise<boolean> => fetch(`http://127.0.0.1:${port}/`).then((answer) => answer.ok, () => false);

const until = (condition: () => boolean | Promise<boolean>): Promise<boolean> => eventually('what the service should do', condition, 120_000);

/** Time stands still from here on, and is moved by what this gives: what ends meanwhile was not waited for. */
function stoppedClock(): (byMs: number) => void {
  let now = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  return (byMs) => void (now += byMs);
}

/** Does not end when it is asked to, and writes down that it was asked. */
const DEAF = `process.on('SIGTERM', () => console.log('asked to end'));${SERVER}`;
const isAsked = (): boolean => readFileSync(join(folder, 'art-svc.log'), 'utf8').includes('asked to end');

describe('a supervised service', () => {
  it('is ready when start() resolves, and gone when stop() resolves', async () => {
    service = write(SERVER);
    await service.start();
    expect(await isUp()).toBe(true);
    await service.stop(2000);
    expect(await isUp()).toBe(false);
    expect(starts.map(isAlive)).toEqual([false]);
  });

  it('refuses to start with the last words of a service that dies, and is not started again', async () => {
    service = write(`console.error('{"level":60,"msg":"could not start","err":{"message":"DATABASE_URL must be set"}}'); process.exit(1)`);
    await expect(service.start()).rejects.toThrow('art-svc does not start: could not start: DATABASE_URL must be set');
    await delay(600);
    expect([starts.length, deaths]).toEqual([1, []]);
  });

  it('is started again when it dies of a signal', async () => {
    service = write(SERVER);
    await service.start();
    service.kill('SIGKILL');
    await until(async () => starts.length === 2 && (await isUp()));
    expect(deaths).toHaveLength(1);
    expect(deaths[0]?.told).toMatch(/^SIGKILL: /);
  });

  it('waits longer before each new start of a service that keeps dying', async () => {
    service = write(SERVER);
    await service.start();
    writeFileSync(join(folder, 'dist/main.js'), 'process.exit(7)');
    service.kill('SIGKILL');
    await until(() => deaths.length >= 4);
    const [first, second, third, fourth] = deaths as [Death, Death, Death, Death];
    expect([first, second, third, fourth].map(({ pauseMs }) => pauseMs)).toEqual([250, 500, 1000, 2000]);
    expect(fourth.at - third.at).toBeGreaterThanOrEqual(third.pauseMs); // it is waited for as it is told
  });

  it('stays down when it was stopped on purpose, and comes back when it is started', async () => {
    service = write(SERVER);
    await service.start();
    await service.stop(2000);
    await delay(500);
    expect(await isUp()).toBe(false);
    await service.start();
    expect(await isUp()).toBe(true);
  });

  it('is ended the hard way when it ignores being asked', async () => {
    service = write(DEAF);
    await service.start();
    const move = stoppedClock();
    const stopping = service.stop(300);
    await until(isAsked);
    expect(await isUp()).toBe(true);
    move(300);
    await stopping;
    expect(await isUp()).toBe(false);
  });
});

describe('services that a killed runner left behind', () => {
  it('end by themselves when the runner is gone', async () => {
    service = write(SERVER);
    const runner = spawn(process.execPath, ['--input-type=module', '-e', runnerScript()], { stdio: 'ignore' });
    await until(isUp);
    const pid = Number(await (await fetch(`http://127.0.0.1:${port}/`)).text());
    runner.kill('SIGKILL');
    await until(() => !isUpPid(pid));
  });

  it('are ended by the next start even where they ignore it, at once where that is given up, and nothing else is', async () => {
    service = write(DEAF);
    await service.start();
    const data = openDataFolder(join(folder, 'data'));
    const record: RunRecord = {
      runner: { pid: 2 ** 22 - 3, born: '1' },
      url: '',
      dataDir: data.root,
      databases: {},
      events: { transport: 'postgres', url: '', namespace: 'shop' },
      processes: { 'art-svc': { ...(starts[0] as ProcessRecord), port }, gateway: { pid: process.pid, born: 'long ago', port: 1 } },
    };
    writeRunRecord(data, record);
    stoppedClock(); // its grace never passes
    const givenUp = new AbortController();
    const ending = endOrphans(data, { signal: givenUp.signal });
    await until(isAsked);
    givenUp.abort();
    expect(await ending).toBe(1);
    expect(await waitUntilGone(starts[0] as ProcessRecord, 100)).toBe(true);
    expect(await endOrphans(data)).toBe(0);
  });
});

const isUpPid = (pid: number): boolean => {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
};

function runnerScript(): string {
  const settings = { name: 'art-svc', folder, url: `http://127.0.0.1:${port}`, logFile: join(folder, 'art-svc.log') };
  return `import { SupervisedService } from ${JSON.stringify(join(import.meta.dirname, 'supervised-service.ts'))};
    await new SupervisedService({ ...${JSON.stringify(settings)}, env: { ...process.env, PORT: '${port}' }, onStart() {}, onDeath() {} }).start();`;
}
