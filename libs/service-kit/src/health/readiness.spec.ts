import { Readiness } from './readiness.js';

const answers = (): Promise<void> => Promise.resolve();
const fails = (): Promise<void> => Promise.reject(new Error('away'));

describe('readiness', () => {
  it.each([
    ['all parts answer', answers, answers, { ready: true, parts: { database: 'up', mail: 'up' } }],
    ['a part that is needed does not', fails, answers, { ready: false, parts: { database: 'down', mail: 'up' } }],
    [
      'a part that can be done without does not',
      answers,
      fails,
      { ready: true, parts: { database: 'up', mail: 'degraded' } },
    ],
  ] as const)('where %s', async (_, database, mail, expected) => {
    const readiness = new Readiness();
    readiness.add('database', database);
    readiness.addOptional('mail', mail);
    expect(await readiness.runChecks()).toEqual(expected);
  });
});
