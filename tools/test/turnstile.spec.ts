import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { inTurn, openTurnstile, type Turnstile } from './turnstile.ts';

let turnstile: Turnstile;

beforeEach(async () => {
  turnstile = await openTurnstile();
});
afterEach(() => turnstile.close());

it('lets one go at a time, in the order they came', async () => {
  const happened: string[] = [];
  const go = (name: string) =>
    inTurn(turnstile.port, async () => {
      happened.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 20));
      happened.push(`${name} ends`);
      return name;
    });
  expect(await Promise.all(['first', 'second', 'third'].map(go))).toEqual(['first', 'second', 'third']);
  expect(happened).toEqual([
    'first begins',
    'first ends',
    'second begins',
    'second ends',
    'third begins',
    'third ends',
  ]);
});

it('goes on after one that fails', async () => {
  const failing = inTurn(turnstile.port, () => Promise.reject(new Error('no shop')));
  await expect(failing).rejects.toThrow('no shop');
  expect(await inTurn(turnstile.port, () => Promise.resolve('next'))).toBe('next');
});

it('goes on after a process that is killed in its turn', async () => {
  const file = pathToFileURL(join(import.meta.dirname, 'turnstile.ts')).href;
  const script = `import { inTurn } from '${file}'; await inTurn(${turnstile.port}, () => { console.log('in'); return new Promise(() => setInterval(() => {}, 1000)); });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  let went = false;
  const next = inTurn(turnstile.port, async () => {
    went = true;
    return Promise.resolve('next');
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(went).toBe(false);
  child.kill('SIGKILL');
  expect(await next).toBe('next');
});

it('tells who waits that it is closed', async () => {
  const other = await openTurnstile();
  const begun = Promise.withResolvers<void>();
  const work = Promise.withResolvers<void>();
  const holding = inTurn(other.port, () => {
    begun.resolve();
    return work.promise;
  });
  await begun.promise;
  const waiting = inTurn(other.port, () => Promise.resolve());
  const refused = expect(waiting).rejects.toThrow('The turnstile was closed.');
  while (other.present() !== 2) await new Promise((resolve) => setTimeout(resolve, 50));
  await other.close();
  await refused;
  work.resolve();
  await holding;
});
