import { jest } from '@jest/globals';
import { pino } from 'pino';
import { processEnvSchema } from './environment.js';
import { runProcess } from './run-process.js';

it('a signal during the start, such as of a long migration, ends the process', async () => {
  const exit = jest.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  const started = Promise.withResolvers<void>();
  const start = () => {
    started.resolve();
    return new Promise<never>(() => undefined);
  };
  const config = processEnvSchema.parse({ PORT: '0' });
  void runProcess(start, { service: 'art-svc', config, logger: pino({ level: 'silent' }), closeMarginMs: 0 });
  await started.promise;
  process.emit('SIGTERM');
  expect(exit).toHaveBeenCalledWith(0);
});
