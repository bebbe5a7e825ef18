import { Readiness } from './health.controller.js';

const answers = (): Promise<void> => Promise.resolve();
const fails = (): Promise<void> => Promise.reject(new Error('away'));

describe('Readiness', () => {
  it.each([
    ['ready when all components answer', answers, answers, { ready: true, parts: { database: 'up', mail: 'up' } }],
    ['not ready when a required one fails', fails, answers, { ready: false, parts: { database: 'down', mail: 'up' } }],
    [
      'ready when only an optional component fails',
      answers,
      fails,
      { ready: true, parts: { database: 'up', mail: 'degraded' } },
    ],
  ] as const)('is %s', async (_, database, mail, expected) => {
    const readiness = new Readiness();
    readiness.addCheck('database', database);
    readiness.addOptionalCheck('mail', mail);
    expect(await readiness.runChecks()).toEqual(expected);
  });
});
