import { jest } from '@jest/globals';
import { consoleReporter, during } from './reporter.ts';

let said: unknown[];
beforeEach(() => {
  jest.useFakeTimers();
  said = [];
  jest.spyOn(console, 'log').mockImplementation((line) => void said.push(line));
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('a step of a start', () => {
  it('is told when it begins, every five seconds, and when it ends, with its time', () => {
    const waiting = ['art-svc', 'gateway'];
    const end = consoleReporter().step('Starting 6 services', () => `waiting for ${waiting.join(', ')}`);
    jest.advanceTimersByTime(5000);
    waiting.pop();
    jest.advanceTimersByTime(5500);
    end('all ready');
    expect(said).toEqual([
      '• Starting 6 services …',
      '  … waiting for art-svc, gateway (5.0 s)',
      '  … waiting for art-svc (10.0 s)',
      '  all ready (10.5 s)',
    ]);
  });

  it('ends with what it is about, and tells while it lasts how far that is', async () => {
    const work = Promise.withResolvers<string>();
    const step = during(
      consoleReporter(),
      'Starting PostgreSQL',
      (tell) => (tell('making its folder'), work.promise),
      'ready',
    );
    await jest.advanceTimersByTimeAsync(5000);
    work.resolve('what was made');
    expect(await step).toBe('what was made');
    const failing = during(
      consoleReporter(),
      'Starting PostgreSQL',
      () => Promise.reject(new Error('no room')),
      'ready',
    );
    await expect(failing).rejects.toThrow('no room');
    await jest.advanceTimersByTimeAsync(60_000);
    expect(said).toEqual([
      '• Starting PostgreSQL …',
      '  … making its folder (5.0 s)',
      '  ready (5.0 s)',
      '• Starting PostgreSQL …',
      '  not finished (0.0 s)',
    ]);
  });

  it('says that it is alive where it can tell no more, and nothing after its end', () => {
    const end = consoleReporter().step('Building', () => undefined);
    jest.advanceTimersByTime(5000);
    end('built');
    jest.advanceTimersByTime(60_000);
    expect(said).toEqual(['• Building …', '  … still at it (5.0 s)', '  built (5.0 s)']);
  });
});
