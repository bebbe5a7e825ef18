import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';

const ROOT = join(import.meta.dirname, '../../..');

interface Definitions {
  exchanges: object[];
  queues: { name: string }[];
  bindings: { destination: string }[];
  permissions: { user: string }[];
  topic_permissions: { user: string }[];
}

const whole = JSON.parse(readFileSync(join(ROOT, 'deploy/rabbitmq-definitions.json'), 'utf8')) as Definitions;
const apps = whole.permissions.map(({ user }) => user);

const SCRIPT = join(ROOT, 'deploy/broker-definitions.mjs');
/** Starting Node takes seconds on a busy machine. */
const START_TIMEOUT_MS = 30_000;

const { selectApp } = (await import(SCRIPT)) as {
  selectApp: (definitions: Definitions, app: string, vhost: string) => Definitions;
};

const sort = (entries: readonly object[]): string[] =>
  [...new Set(entries.map((entry) => JSON.stringify(entry)))].sort();

describe('the definitions of one app for the broker', () => {
  it('are together those of the shop', () => {
    const parts = apps.map((app) => selectApp(whole, app, '/'));
    for (const section of Object.keys(whole) as (keyof Definitions)[])
      expect(sort(parts.flatMap((part) => part[section] as object[]))).toEqual(sort(whole[section]));
  });

  it('have no right and no queue of another app', () => {
    const part = selectApp(whole, 'order-svc', '/');
    expect([...new Set([...part.permissions, ...part.topic_permissions].map(({ user }) => user))]).toEqual([
      'order-svc',
    ]);
    const others = apps.filter((app) => app !== 'order-svc');
    const names = [...part.queues.map(({ name }) => name), ...part.bindings.map(({ destination }) => destination)];
    expect(names).toContain('order-svc.product.saved');
    expect(names.filter((name) => others.some((app) => name.startsWith(`${app}.`)))).toEqual([]);
  });

  it(
    'are printed for another virtual host if one is named',
    async () => {
      const { stdout } = await execa(process.execPath, [SCRIPT, 'art-svc', '--vhost', 'shop']);
      expect(JSON.parse(stdout)).toEqual(selectApp(whole, 'art-svc', 'shop'));
    },
    START_TIMEOUT_MS,
  );

  it.each([
    ['an unknown app', ['weather-svc'], 'weather-svc has no account at the broker. Those that have: identity-svc'],
    ['no app', [], 'Usage: '],
  ])(
    'are refused for %s',
    async (_name, args, message) => {
      const { exitCode, stderr, stdout } = await execa(process.execPath, [SCRIPT, ...args], { reject: false });
      expect([exitCode, stdout]).toEqual([2, '']);
      expect(stderr).toContain(message);
    },
    START_TIMEOUT_MS,
  );
});
