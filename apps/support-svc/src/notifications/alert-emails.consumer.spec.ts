import type { Logger } from 'pino';
import type { Config } from '../config.js';
import type { EmailOutboxService } from '../emails/email-outbox.service.js';
import { AlertEmailsConsumer } from './alert-emails.consumer.js';

function warningsAtStart(config: Partial<Config>): string[] {
  const warnings: string[] = [];
  const logger = { warn: (message: string) => warnings.push(message) } as unknown as Logger;
  new AlertEmailsConsumer(
    {} as EmailOutboxService,
    { NODE_ENV: 'production', ...config } as Config,
    logger,
  ).onApplicationBootstrap();
  return warnings;
}

describe('AlertEmailsConsumer at the start', () => {
  it('warns if alerts have no recipient', () => {
    expect(warningsAtStart({})).toEqual([expect.stringContaining('neither ALARM_EMAIL nor ADMIN_EMAIL is set')]);
  });

  it.each([{ ALARM_EMAIL: 'a@example.com' }, { ADMIN_EMAIL: 'a@example.com' }, { NODE_ENV: 'development' as const }])(
    'does not warn with %j',
    (config) => {
      expect(warningsAtStart(config)).toEqual([]);
    },
  );
});

it('AlertEmailsConsumer logs an alert instead of sending it without an address', async () => {
  const logged: object[] = [];
  const logger = { error: (fields: object) => logged.push(fields) } as unknown as Logger;
  // Enqueueing an email would throw, because there is no outbox.
  const consumer = new AlertEmailsConsumer(undefined as never, { NODE_ENV: 'production' } as Config, logger);
  const context = { runHandler: (_handler: unknown, work: (inner: object) => Promise<void>) => work({}) };
  const data = { count: 1, newest: [{ orderNumber: null, message: 'x' }] };
  await consumer.onMoneyDifferencesFound({ id: '1', data } as never, context as never);
  expect(logged).toEqual([{ count: 1 }]);
});
