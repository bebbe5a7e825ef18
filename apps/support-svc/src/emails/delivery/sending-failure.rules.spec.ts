import { getRetryDelayMs, classifySendingFailure } from './sending-failure.rules.js';

const HOUR = 3_600_000;
const failure = (fields: object): Error => Object.assign(new Error('what the server said'), fields);

describe('an email that could not be sent', () => {
  it.each([
    ['no such mailbox', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }],
    ['a mailbox name that is not allowed', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 553 }],
    ['a message that is too large', { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 552 }],
    ['rejected content', { code: 'EMESSAGE', command: 'DATA', responseCode: 554 }],
    ['an invalid address', { code: 'EENVELOPE', command: 'API' }],
  ])('is dead after %s', (_, fields) => {
    expect(classifySendingFailure(failure(fields), 0)).toEqual({ kind: 'dead', reason: 'what the server said' });
  });

  it.each([
    ['greylisting', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 451 }],
    ['a full mailbox', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 452 }],
    ['a busy server', { code: 'EMESSAGE', command: 'DATA', responseCode: 450 }],
    ['commands out of order', { code: 'EMESSAGE', command: 'DATA', responseCode: 503 }],
  ])('is retried for five days after %s', (_, fields) => {
    expect(classifySendingFailure(failure(fields), 119 * HOUR).kind).toBe('later');
    expect(classifySendingFailure(failure(fields), 121 * HOUR)).toEqual({
      kind: 'dead',
      reason: 'given up after five days: what the server said',
    });
  });

  it.each([
    ['a refused connection', { code: 'ESOCKET', command: 'CONN' }],
    ['an unknown host name', { code: 'EDNS', command: 'CONN' }],
    ['a timeout', { code: 'ETIMEDOUT', command: 'CONN' }],
    ['a server that shuts down', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 421 }],
    ['a rejecting greeting', { code: 'EPROTOCOL', command: 'CONN', responseCode: 554 }],
    ['a broken connection', { code: 'ECONNECTION', command: 'DATA' }],
    ['a full disk', { code: 'ENOSPC', syscall: 'write' }],
  ])('waits without a limit after %s', (_, fields) => {
    expect(classifySendingFailure(failure(fields), 1_000 * HOUR).kind).toBe('outage');
  });

  it.each([
    ['a wrong password', { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 }],
    ['a sign-in that is required', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 530 }],
    ['a sender that is not ours', { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 553 }],
    ['a sender that is blocked', { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 550 }],
    [
      'a denied relay',
      { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 554, message: '554 5.7.1 Relay access denied' },
    ],
    [
      'a sign-in that comes first',
      { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, message: '550 Authentication required' },
    ],
    [
      'a sign-in out of order',
      { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 503, message: '503 AUTH first (#5.5.1)' },
    ],
  ])('waits without a limit, and the server refuses the shop, after %s', (_, fields) => {
    expect(classifySendingFailure(failure(fields), 1_000 * HOUR).kind).toBe('refused');
  });

  it('has a reason of one line, at most 500 characters', () => {
    expect(classifySendingFailure('thrown\r\nas\ttext', 0)).toEqual({ kind: 'outage', reason: 'thrown as text' });
    expect(classifySendingFailure(new Error('x'.repeat(10_000)), 0).reason).toHaveLength(500);
    expect(classifySendingFailure(undefined, 0).kind).toBe('outage');
  });

  it('is retried after growing pauses, the last of which is repeated', () => {
    expect([1, 2, 3, 4, 100].map((attempts) => getRetryDelayMs(attempts, [10, 20, 30]))).toEqual([10, 20, 30, 30, 30]);
  });
});
