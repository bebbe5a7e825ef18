import { createBrowserCookie, createBrowserId, hashBrowserId, readClient } from './sign-in-client.js';

describe('readClient', () => {
  it('reads the browser that the cookie names, between other cookies', () => {
    const id = createBrowserId();
    const [cookie = ''] = createBrowserCookie(id).split(';');
    expect(
      readClient({ headers: { cookie: `theme=dark; ${cookie}; x=y`, 'x-client-network': '203.0.113.0/24' } }),
    ).toEqual({ network: '203.0.113.0/24', browserId: id, browser: hashBrowserId(id), browserName: null });
  });

  it.each([undefined, '', 'known-browser=short', `unknown-browser=${'x'.repeat(43)}`])(
    'finds no browser in %j',
    (cookie) =>
      expect(readClient({ headers: { cookie } })).toEqual({
        network: 'unknown',
        browserId: null,
        browser: null,
        browserName: null,
      }),
  );
});

it('the cookie is not readable by pages', () => {
  expect(createBrowserCookie('id')).toBe('known-browser=id; Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax');
});
