import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { spawn } from 'node:child_process';
import { transformSync } from '@swc/core';
import { openDataFolder } from './data-folder.ts';
import { endOrphans } from './orphans.ts';
import { freePorts } from './ports.ts';
import { isAlive, type ProcessRecord, waitUntilGone } from './processes.ts';
import { type RunRecord, writeRunRecord } from './run-record.ts';
import { SupervisedService } from './supervised-service.ts';

let folder: string;
let port: number;
let starts: ProcessRecord[];
let deaths: { told: string; pauseMs: number; at: number }[];
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
  await service.stop(500);
  rmSync(folder, { recursive: true });
});

const isUp = (): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`).then(
    (answer) => answer.ok,
    () => false,
  );

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 10_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('it never came true');
    await delay(20);
  }
}

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
    service = write(
      `console.error('{"level":60,"msg":"could not start","err":{"message":"DATABASE_URL must be set"}}'); process.exit(1)`,
    );
    await expect(service.start()).rejects.toThrow('art-svc does not start: could not start: DATABASE_URL must be set');
    await delay(600);
    expect([starts.length, deaths]).toEqual([1, []]);
  });

  it('names the lines of its sources in errors', async () => {
    const source =
      'type Pet = string;\n\nconst pet: Pet = "cat";\nconsole.error(new Error(pet).stack);\nprocess.exit(1);\n';
    const { code } = transformSync(source, {
      filename: 'main.ts',
      sourceMaps: 'inline',
      swcrc: false,
      jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    });
    service = write(code);
    await expect(service.start()).rejects.toThrow('art-svc does not start');
    expect(readFileSync(join(folder, 'art-svc.log'), 'utf8')).toMatch(/Error: cat\n +at .*main\.ts:4:/);
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
    expect(deaths.slice(0, 4).map(({ pauseMs }) => pauseMs)).toEqual([250, 500, 1000, 2000]);
    expect((deaths[3]?.at ?? 0) - (deaths[2]?.at ?? 0)).toBeGreaterThanOrEqual(1000); // it is waited for as it is told
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
    service = write(`process.on('SIGTERM', () => undefined);${SERVER}`);
    await service.start();
    const began = Date.now();
    await service.stop(300);
    expect(Date.now() - began).toBeLessThan(3000);
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
    service = write(`process.on('SIGTERM', () => undefined);${SERVER}`);
    await service.start();
    const data = openDataFolder(join(folder, 'data'));
    const record: RunRecord = {
      runner: { pid: 2 ** 22 - 3, born: '1' },
      url: '',
      dataDir: data.root,
      databases: {},
      events: { transport: 'postgres', url: '', namespace: 'shop' },
      processes: {
        'art-svc': { ...(starts[0] as ProcessRecord), port },
        gateway: { pid: process.pid, born: 'long ago', port: 1 },
      },
    };
    writeRunRecord(data, record);
    const began = Date.now();
    expect(await endOrphans(data, { signal: AbortSignal.timeout(50) })).toBe(1); // given up: there is no time for its grace of 5 s
    expect(Date.now() - began).toBeLessThan(4000);
    expect(await waitUntilGone(starts[0] as ProcessRecord, 100)).toBe(true);
    expect(await endOrphans(data)).toBe(0);
  }, 15_000);
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
