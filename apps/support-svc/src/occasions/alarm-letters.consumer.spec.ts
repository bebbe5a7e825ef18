import type { Logger } from 'pino';
import type { Config } from '../config.js';
import type { LetterDesk } from '../letters/letter-desk.js';
import { AlarmLettersConsumer } from './alarm-letters.consumer.js';

function warningsAtStart(config: Partial<Config>): string[] {
  const said: string[] = [];
  const logger = { warn: (words: string) => said.push(words) } as unknown as Logger;
  new AlarmLettersConsumer(
    {} as LetterDesk,
    { NODE_ENV: 'production', ...config } as Config,
    logger,
  ).onApplicationBootstrap();
  return said;
}

describe('a start', () => {
  it('says that nobody would hear an alarm, where nobody would', () => {
    expect(warningsAtStart({})).toEqual([expect.stringContaining('neither ALARM_EMAIL nor ADMIN_EMAIL is set')]);
  });

  it.each([{ ALARM_EMAIL: 'a@example.com' }, { ADMIN_EMAIL: 'a@example.com' }, { NODE_ENV: 'development' as const }])(
    'says nothing with %j',
    (config) => {
      expect(warningsAtStart(config)).toEqual([]);
    },
  );
});

it('an alarm is no letter where nobody is named', async () => {
  const logged: object[] = [];
  const logger = { error: (fields: object) => logged.push(fields) } as unknown as Logger;
  // A letter would throw: there is no desk.
  const consumer = new AlarmLettersConsumer(undefined as never, { NODE_ENV: 'production' } as Config, logger);
  const context = { deliver: (_handler: unknown, work: (inner: object) => Promise<void>) => work({}) };
  const data = { count: 1, newest: [{ orderNumber: null, sentence: 'x' }] };
  await consumer.onMoneyDifferencesFound({ id: '1', data } as never, context as never);
  expect(logged).toEqual([{ count: 1 }]);
});
