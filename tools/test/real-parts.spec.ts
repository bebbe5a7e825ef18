import { addressesOf, judgeParts, type RealParts } from './real-parts.ts';

const all: RealParts = { rabbitmq: true, redis: true, browser: { name: 'Chromium 140' } };
const lacks: [keyof RealParts, RealParts, string][] = [
  ['rabbitmq', { ...all, rabbitmq: false }, 'RabbitMQ on 127.0.0.1:5672'],
  ['rabbitmq', { ...all, rabbitmq: 'broken' }, 'RabbitMQ on 127.0.0.1:5672'],
  ['redis', { ...all, redis: false }, 'Redis on 127.0.0.1:6379'],
  ['browser', { ...all, browser: { lack: 'No browser runs here.' } }, 'browser'],
];

describe('the real parts that the tests meet', () => {
  it('are all said to be found, and nothing is refused, where they are there', () => {
    const { lines, refusals, withBrowser } = judgeParts(all, { CI: 'true' });
    expect(lines).toEqual([
      'RabbitMQ on 127.0.0.1:5672: found',
      'Redis on 127.0.0.1:6379: found',
      'browser: found, Chromium 140',
    ]);
    expect([refusals, withBrowser]).toEqual([[], true]);
  });

  it.each(lacks)('must have %s with CI=true', (_, parts, name) => {
    expect(judgeParts(parts, { CI: 'true' }).refusals).toEqual([`${name} (CI=true needs it)`]);
  });

  it.each(lacks)('say what is left out without %s elsewhere, and refuse nothing', (_, parts, name) => {
    const { lines, refusals } = judgeParts(parts, {});
    expect(refusals).toEqual([]);
    expect(lines.filter((line) => !line.includes('found'))).toEqual([expect.stringContaining(`${name}: `)]);
  });

  it('leave the journeys out where there is no browser, and say so', () => {
    const { lines, withBrowser } = judgeParts({ ...all, browser: { lack: 'No browser runs here.' } }, {});
    expect(withBrowser).toBe(false);
    expect(lines.at(-1)).toBe('browser: No browser runs here.\n  The journeys are left out.');
  });

  it('are told to the rings in one verdict, also where there is none', () => {
    expect(addressesOf({ rabbitmq: true, redis: true })).toEqual({
      TEST_RABBITMQ_URL: 'amqp://guest:guest@127.0.0.1:5672',
      TEST_REDIS_URL: 'redis://127.0.0.1:6379',
    });
    expect(judgeParts({ ...all, rabbitmq: false, redis: false }, {}).addresses).toEqual({
      TEST_RABBITMQ_URL: '',
      TEST_REDIS_URL: '',
    });
  });

  it('are not met where they are broken, and it is said', () => {
    const { lines, addresses } = judgeParts({ ...all, rabbitmq: 'broken' }, {});
    expect(lines[0]).toBe(
      'RabbitMQ on 127.0.0.1:5672: it keeps no message (restart it): integration runs on PostgreSQL alone',
    );
    expect(addresses.TEST_RABBITMQ_URL).toBe('');
  });

  it('are refused one by one', () => {
    expect(
      judgeParts({ rabbitmq: false, redis: false, browser: { lack: 'none' } }, { CI: 'true' }).refusals,
    ).toHaveLength(3);
  });
});
