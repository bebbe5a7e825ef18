import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { RoutedContext } from '../requests/request-context.js';
import { SessionQueues } from './session-queues.service.js';

class FakeResponse extends EventEmitter {
  closed = false;
  writableFinished = false;

  close(isFinished: boolean): void {
    this.closed = true;
    this.writableFinished = isFinished;
    this.emit('close');
  }

  fail(): void {
    this.once('error', () => undefined);
    this.emit('error', new Error('write after end'));
  }
}

/** Sends calls; `started` has the numbers of those that may go on. */
function setUp({ isLimited = true } = {}) {
  const queues = new SessionQueues({ RATE_LIMIT_ENABLED: isLimited });
  const [started, responses]: [number[], FakeResponse[]] = [[], []];
  const send = (sid: string | null, route: object = {}, method = 'PATCH'): Promise<void> => {
    const number = responses.length;
    const res = new FakeResponse();
    responses.push(res);
    const context = {
      req: { method },
      res,
      route: { service: 'order', ...route },
      sid,
      token: sid === null ? undefined : 'token',
    };
    const turn = queues.waitForTurn(context as unknown as RoutedContext).then(() => void started.push(number));
    // A call that a test leaves in the queue is refused after fifteen seconds, when another file's tests run.
    turn.catch(() => undefined);
    return turn;
  };
  return {
    send,
    started,
    end: (number: number) => responses[number]?.close(true),
    leave: (number: number) => responses[number]?.close(false),
    fail: (number: number) => responses[number]?.fail(),
  };
}

describe('the changes of one session', () => {
  afterEach(() => void jest.useRealTimers());

  it('go on two at a time, in their order, while other sessions, visitors, services, reads and uploads do not wait', async () => {
    const { send, started, end } = setUp();
    for (const sid of ['mine', 'mine', 'mine', 'mine', 'other', null]) void send(sid);
    void send('mine', {}, 'GET');
    void send('mine', { body: 'upload' });
    void send('mine', { service: 'identity' });
    await nextTurn();
    expect(started.toSorted()).toEqual([0, 1, 4, 5, 6, 7, 8]);
    end(1);
    await nextTurn();
    expect(started.slice(7)).toEqual([2]);
    end(0);
    end(2);
    await nextTurn();
    expect(started.slice(8)).toEqual([3]);
  });

  it('are refused while twenty wait, and accepted again afterwards', async () => {
    const { send, started, end } = setUp();
    for (let i = 0; i < 22; i++) void send('mine');
    await expect(send('mine')).rejects.toMatchObject({ code: 'CHANGES_TOO_MANY', kind: 'too-many' });
    end(0);
    await nextTurn();
    void send('mine');
    await nextTurn();
    expect(started).toEqual([0, 1, 2]);
  });

  it('keep their place until their response closes, also after an error of it', async () => {
    const { send, started, end, fail } = setUp();
    for (let i = 0; i < 3; i++) void send('mine');
    await nextTurn();
    fail(0);
    await nextTurn();
    expect(started).toEqual([0, 1]);
    end(0);
    await nextTurn();
    expect(started).toEqual([0, 1, 2]);
  });

  it('keep their place for a second if their client leaves, because the service goes on', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    const { send, started, leave } = setUp();
    for (let i = 0; i < 3; i++) void send('mine');
    await nextTurn();
    leave(0);
    await nextTurn();
    jest.advanceTimersByTime(999);
    await nextTurn();
    expect(started).toEqual([0, 1]);
    jest.advanceTimersByTime(1);
    await nextTurn();
    expect(started).toEqual([0, 1, 2]);
  });

  it('leave the queue if their client leaves, so that others may wait', async () => {
    const { send, started, leave } = setUp();
    for (let i = 0; i < 22; i++) void send('mine');
    await nextTurn();
    for (let i = 2; i < 22; i++) leave(i);
    await nextTurn();
    void send('mine');
    leave(0);
    await nextTurn();
    expect(started.filter((number) => number < 2 || number > 21)).toEqual([0, 1]);
    await expect(Promise.race([send('mine'), nextTurn('waits')])).resolves.toBe('waits');
  });

  it('are refused after fifteen seconds in the queue, and free their place after twenty', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    const { send, started } = setUp();
    for (let i = 0; i < 2; i++) void send('mine');
    const refused = expect(send('mine')).rejects.toMatchObject({ code: 'CHANGES_TOO_MANY' });
    await nextTurn();
    jest.advanceTimersByTime(15_000);
    await refused;
    void send('mine');
    await nextTurn();
    jest.advanceTimersByTime(5_000);
    await nextTurn();
    expect(started).toEqual([0, 1, 3]);
  });

  it('do not wait while the limits are disabled', async () => {
    const { send, started } = setUp({ isLimited: false });
    await Promise.all(Array.from({ length: 30 }, () => send('mine')));
    expect(started).toHaveLength(30);
  });
});
