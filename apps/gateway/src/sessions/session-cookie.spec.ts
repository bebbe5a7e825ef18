import { SessionCookie } from './session-cookie.js';

const sid = 'a'.repeat(43);

describe('SessionCookie', () => {
  it('is named sid on http, HttpOnly and SameSite', () => {
    expect(new SessionCookie('http://localhost:3000').createCookie(sid)).toBe(
      `sid=${sid}; Path=/; SameSite=Lax; HttpOnly; Max-Age=2592000`,
    );
  });

  it('is bound to the host on https', () => {
    expect(new SessionCookie('https://shop.example').createCookie(sid)).toBe(
      `__Host-sid=${sid}; Path=/; SameSite=Lax; Secure; HttpOnly; Max-Age=2592000`,
    );
  });

  it('is deleted by an empty id', () => {
    expect(new SessionCookie('http://localhost').createCookie('')).toBe(
      'sid=; Path=/; SameSite=Lax; HttpOnly; Max-Age=0',
    );
  });

  it.each([
    [`sid=${sid}`, sid],
    [`has-cart=1; sid=${sid} ; x=y=z`, sid],
    [`__Host-sid=${sid}`, null],
    ['sid=short', null],
    [`sid=${sid}"; drop`, null],
    ['sid', null],
    ['', null],
    [undefined, null],
  ])('reads %j as %j', (header, expected) =>
    expect(new SessionCookie('http://localhost').readSessionId(header)).toBe(expected),
  );

  it('does not read the plain name on https', () => {
    expect(new SessionCookie('https://shop.example').readSessionId(`sid=${sid}`)).toBeNull();
  });

  it('removes session cookies and keeps all others unchanged', () => {
    const cookie = new SessionCookie('https://shop.example');
    expect(cookie.removeSessionCookies(`sid=1; has-cart=1; __Host-sid=${sid}; a=b=c`)).toBe('has-cart=1; a=b=c');
    expect(cookie.removeSessionCookies(`sid=${sid}`)).toBeUndefined();
    expect(cookie.removeSessionCookies(undefined)).toBeUndefined();
  });
});
