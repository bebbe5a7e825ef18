import { PartFault } from '../part-fault.js';
import { Readiness } from './readiness.js';

const answers = (): Promise<void> => Promise.resolve();
const fails = (): Promise<void> => Promise.reject(new Error('away'));

describe('Readiness', () => {
  it.each([
    ['ready when all parts answer', answers, answers, true, 'up'],
    ['ready when another part than the database is down', answers, fails, true, 'degraded'],
    ['not ready without its database', fails, answers, false, 'down'],
  ] as const)('is %s', async (_, database, mail, isReady, state) => {
    const readiness = new Readiness(database);
    readiness.addPart('mail', mail);
    expect(await readiness.isReady()).toBe(isReady);
    const toState = (check: () => Promise<void>) => (check === answers ? 'up' : 'down');
    expect(await readiness.getServiceState()).toEqual({
      state,
      parts: { database: toState(database), mail: toState(mail) },
    });
  });

  it.each([
    ['read-only', true, 'degraded'],
    ['full', true, 'degraded'],
    ['refused', false, 'down'],
  ] as const)('with a database that is %s is ready: %s', async (fault, isReady, state) => {
    const readiness = new Readiness(() => Promise.reject(new PartFault(fault)));
    expect(await readiness.isReady()).toBe(isReady);
    expect(await readiness.getServiceState()).toEqual({ state, parts: { database: fault } });
  });

  it('does not wait for other parts', async () => {
    const readiness = new Readiness(answers);
    readiness.addPart('events', () => new Promise(() => undefined));
    expect(await readiness.isReady()).toBe(true);
  });

  it('is not ready while the process shuts down, whose parts still answer', async () => {
    const readiness = new Readiness(answers);
    readiness.startDraining();
    expect(await readiness.isReady()).toBe(false);
    expect(await readiness.getServiceState()).toEqual({ state: 'up', parts: { database: 'up' } });
  });
});
