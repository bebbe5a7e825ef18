import { toServiceHeaders } from './service-headers.js';

const ownHeaders = { id: 'request-1', traceparent: '00-1-2-01', network: '203.0.113.7' };

describe('toServiceHeaders', () => {
  it.each([
    'x-identity-token',
    'x-service-token',
    'x-session-id',
    'x-user-id',
    'x-guest-id',
    'x-role',
    'x-client-ip',
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
  ])('drops %s unless it is harmless', (name) => {
    const headers = toServiceHeaders({ [name]: 'forged', accept: 'text/html' }, ownHeaders);
    expect(headers[name]).toBe(name === 'transfer-encoding-not' ? 'forged' : undefined);
    expect(headers.accept).toBe('text/html');
  });

  it('sets the gateway’s token, request id, trace and network', () => {
    const headers = toServiceHeaders(
      { 'x-identity-token': 'forged', 'x-client-network': 'forged', 'x-request-id': 'forged', 'idempotency-key': 'k' },
      { ...ownHeaders, token: 'real' },
    );
    expect(headers).toEqual({
      'x-identity-token': 'real',
      'x-request-id': 'request-1',
      traceparent: '00-1-2-01',
      'x-client-network': '203.0.113.7',
      'idempotency-key': 'k',
    });
  });

  it('keeps all cookies except the session cookie', () => {
    expect(toServiceHeaders({ cookie: 'sid=secret; has-cart=1' }, ownHeaders).cookie).toBe('has-cart=1');
    expect(toServiceHeaders({ cookie: 'sid=1; has-cart=1; __Host-sid=2 ; a=b=c' }, ownHeaders).cookie).toBe(
      'has-cart=1; a=b=c',
    );
    expect(toServiceHeaders({ cookie: 'sid=secret' }, ownHeaders)).not.toHaveProperty('cookie');
  });

  it('names cookies without the prefix of https, which a cookie of another host cannot have', () => {
    const cookie = 'known-browser=old; __Host-known-browser=new; has-cart=1; __Host-x=2';
    expect(toServiceHeaders({ cookie }, ownHeaders).cookie).toBe('known-browser=new; has-cart=1; x=2');
  });
});
