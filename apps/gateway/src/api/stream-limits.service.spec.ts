import { EventEmitter } from 'node:events';
import type { Config } from '../config.js';
import type { RequestContext } from '../requests/request-context.js';
import { StreamLimits } from './stream-limits.service.js';

const LIMITS = { RATE_LIMIT_ENABLED: true, STREAMS_PER_SESSION: 6, STREAMS_PER_ADDRESS: 20 };

class FakeResponse extends EventEmitter {
  closed = false;
}

const setUp = (over: Partial<typeof LIMITS> = {}) => {
  const limits = new StreamLimits({ ...LIMITS, ...over } as Config);
  return (sid: string | null, client: string, { isResolved = true, closed = false } = {}): FakeResponse => {
    const res = Object.assign(new FakeResponse(), { closed });
    limits.countStream({ res, sid, token: isResolved ? 'token' : undefined } as unknown as RequestContext, client);
    return res;
  };
};

const repeat = <T>(times: number, action: (index: number) => T): T[] =>
  Array.from({ length: times }, (_, i) => action(i));

describe('open streams', () => {
  it('are at most six of a session, wherever it is, until one of them ends', () => {
    const open = setUp();
    const [first] = repeat(6, (i) => open('mine', `address ${i}`));
    expect(() => open('mine', 'address 7')).toThrow('Too many pages with live updates');
    open('other', 'address 7');
    first?.emit('close');
    open('mine', 'address 7');
    expect(() => open('mine', 'address 8')).toThrow();
  });

  it('are at most twenty of an address, with sessions and without', () => {
    const open = setUp();
    const streams = repeat(20, (i) => open(i < 10 ? `session ${i}` : null, 'home'));
    for (const sid of ['new session', null])
      expect(() => open(sid, 'home')).toThrow('Too many pages with live updates');
    for (const stream of streams) stream.emit('close');
    repeat(20, () => open(null, 'home'));
  });

  it('are not counted by a cookie that is not of a session, and not for a client that has gone away', () => {
    const open = setUp();
    repeat(10, (i) => open('invented', `address ${i}`, { isResolved: false }));
    repeat(30, () => open(null, 'home', { closed: true }));
    open(null, 'home');
  });

  it('are unlimited while the limits are disabled', () => {
    const open = setUp({ RATE_LIMIT_ENABLED: false });
    repeat(30, () => open('mine', 'home'));
  });
});
