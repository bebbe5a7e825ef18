import { isCrossSite } from './csrf.rules.js';

const site = { siteOrigin: 'https://shop.example', host: 'shop.example' };

describe('where a changing request may come from', () => {
  it.each`
    method      | origin                         | fetchSite        | foreign
    ${'GET'}    | ${'https://evil.example'}      | ${'cross-site'}  | ${false}
    ${'HEAD'}   | ${'https://evil.example'}      | ${undefined}     | ${false}
    ${'POST'}   | ${'https://shop.example'}      | ${undefined}     | ${false}
    ${'POST'}   | ${'https://shop.example'}      | ${'same-origin'} | ${false}
    ${'POST'}   | ${'https://evil.example'}      | ${undefined}     | ${true}
    ${'POST'}   | ${'https://evil.example'}      | ${'same-origin'} | ${true}
    ${'POST'}   | ${'https://shop.example.evil'} | ${undefined}     | ${true}
    ${'POST'}   | ${'https://sub.shop.example'}  | ${undefined}     | ${true}
    ${'POST'}   | ${'https://shop.example:8443'} | ${undefined}     | ${true}
    ${'POST'}   | ${'null'}                      | ${undefined}     | ${true}
    ${'POST'}   | ${''}                          | ${undefined}     | ${true}
    ${'POST'}   | ${undefined}                   | ${'same-origin'} | ${false}
    ${'POST'}   | ${undefined}                   | ${'none'}        | ${false}
    ${'POST'}   | ${undefined}                   | ${'same-site'}   | ${true}
    ${'DELETE'} | ${undefined}                   | ${'cross-site'}  | ${true}
    ${'PATCH'}  | ${undefined}                   | ${undefined}     | ${false}
  `(
    '$method from $origin, $fetchSite: foreign is $foreign',
    ({
      method,
      origin,
      fetchSite,
      foreign,
    }: {
      method: string;
      origin?: string;
      fetchSite?: string;
      foreign: boolean;
    }) => {
      expect(isCrossSite({ ...site, method, origin, fetchSite })).toBe(foreign);
    },
  );

  it('takes the address that the page itself was loaded from, whatever SITE_URL says', () => {
    expect(isCrossSite({ ...site, method: 'POST', origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' })).toBe(false);
  });

  it('takes the site’s own origin where a proxy rewrote the host', () => {
    expect(isCrossSite({ ...site, method: 'POST', origin: 'https://shop.example', host: 'gateway:3000' })).toBe(false);
  });

  it('never takes an unreadable origin for a missing host', () => {
    expect(isCrossSite({ siteOrigin: site.siteOrigin, method: 'POST', origin: 'nonsense', host: undefined })).toBe(true);
  });
});
