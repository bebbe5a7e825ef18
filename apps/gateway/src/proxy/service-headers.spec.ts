import { SessionCookie } from '../sessions/session-cookie.js';
import { toServiceHeaders } from './service-headers.js';

const cookie = new SessionCookie('http://localhost:3000');
const handed = { id: 'request-1', traceparent: '00-1-2-01' };

describe('what a service is told', () => {
  it.each([
    'x-identity-token',
    'x-session-id',
    'x-user-id',
    'x-guest-id',
    'x-role',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-real-ip',
    'x-original-url',
    'x-rewrite-url',
    'x-http-method-override',
    'forwarded',
    'authorization',
    'connection',
    'transfer-encoding-not',
  ])('%s', (name) => {
    const headers = toServiceHeaders({ [name]: 'forged', accept: 'text/html' }, cookie, handed);
    expect(headers[name]).toBe(name === 'transfer-encoding-not' ? 'forged' : undefined);
    expect(headers.accept).toBe('text/html');
  });

  it('carries the gateway’s own token, request id and trace', () => {
    const headers = toServiceHeaders(
      { 'x-identity-token': 'forged', 'x-request-id': 'forged', 'idempotency-key': 'k' },
      cookie,
      { ...handed, token: 'real' },
    );
    expect(headers).toEqual({
      'x-identity-token': 'real',
      'x-request-id': 'request-1',
      traceparent: '00-1-2-01',
      'idempotency-key': 'k',
    });
  });

  it('keeps other cookies and never the session’s', () => {
    expect(toServiceHeaders({ cookie: 'sid=secret; has-cart=1' }, cookie, handed).cookie).toBe('has-cart=1');
    expect(toServiceHeaders({ cookie: 'sid=secret' }, cookie, handed)).not.toHaveProperty('cookie');
  });
});
