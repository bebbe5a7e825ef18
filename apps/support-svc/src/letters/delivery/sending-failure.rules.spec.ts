import { nextTryMs, sendingFailure } from './sending-failure.rules.js';

const HOUR = 3_600_000;
const failure = (words: object): Error => Object.assign(new Error('what the server said'), words);

describe('a letter that could not be sent', () => {
  it.each([
    ['no such mailbox', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }],
    ['a sender it does not take', { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 553 }],
    ['a content it does not take', { code: 'EMESSAGE', command: 'DATA', responseCode: 554 }],
    ['an address that is none', { code: 'EENVELOPE', command: 'API' }],
  ])('is dead after: %s', (_, words) => {
    expect(sendingFailure(failure(words), 0)).toEqual({ kind: 'dead', reason: 'what the server said' });
  });

  it.each([
    ['greylisting', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 451 }],
    ['a full mailbox', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 452 }],
    ['a busy server', { code: 'EMESSAGE', command: 'DATA', responseCode: 450 }],
    ['commands out of order', { code: 'EMESSAGE', command: 'DATA', responseCode: 503 }],
  ])('is tried again after: %s, for five days', (_, words) => {
    expect(sendingFailure(failure(words), 119 * HOUR).kind).toBe('later');
    expect(sendingFailure(failure(words), 121 * HOUR)).toEqual({
      kind: 'dead',
      reason: 'given up after five days: what the server said',
    });
  });

  it.each([
    ['nobody listening', { code: 'ESOCKET', command: 'CONN' }],
    ['a name that leads nowhere', { code: 'EDNS', command: 'CONN' }],
    ['a silent server', { code: 'ETIMEDOUT', command: 'CONN' }],
    ['a wrong password', { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 }],
    ['a server that closes', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 421 }],
    ['a greeting that turns us away', { code: 'EPROTOCOL', command: 'CONN', responseCode: 554 }],
    ['a line that broke off', { code: 'ECONNECTION', command: 'DATA' }],
    ['a full disk', { code: 'ENOSPC', syscall: 'write' }],
  ])('waits, however long it takes, after: %s', (_, words) => {
    expect(sendingFailure(failure(words), 1_000 * HOUR).kind).toBe('outage');
  });

  it('keeps a reason that fits a line', () => {
    expect(sendingFailure('thrown\r\nas\ttext', 0)).toEqual({ kind: 'outage', reason: 'thrown as text' });
    expect(sendingFailure(new Error('x'.repeat(10_000)), 0).reason).toHaveLength(500);
    expect(sendingFailure(undefined, 0).kind).toBe('outage');
  });

  it('is tried again after ever longer pauses, the last of them for good', () => {
    expect([1, 2, 3, 4, 100].map((attempts) => nextTryMs(attempts, [10, 20, 30]))).toEqual([10, 20, 30, 30, 30]);
  });
});
