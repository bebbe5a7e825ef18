import { isCrossSite } from './csrf.guard.js';

const site = { siteOrigin: 'https://shop.example', host: 'shop.example' };

describe('isCrossSite', () => {
  it.each`
    method      | origin                         | fetchSite        | crossSite
    ${'GET'}    | ${'https://evil.example'}      | ${'cross-site'}  | ${false}
    ${'HEAD'}   | ${'https://evil.example'}      | ${undefined}     | ${false}
    ${'POST'}   | ${'https://shop.example'}      | ${undefined}     | ${false}
    ${'POST'}   | ${'https://shop.example'}      | ${'same-origin'} | ${false}
    ${'POST'}   | ${'https://evil.example'}      | ${undefined}     | ${true}
    ${'POST'}   | ${'https://evil.example'}      | ${'same-origin'} | ${true}
    ${'POST'}   | ${'https://shop.example.evil'} | ${undefined}     | ${true}
    ${'POST'}   | ${'https://sub.shop.example'}  | ${undefined}     | ${true}
    ${'POST'}   | ${'https://shop.example:8443'} | ${undefined}     | ${true}
    ${'POST'}   | ${'http://shop.example'}       | ${undefined}     | ${true}
    ${'POST'}   | ${'http://shop.example'}       | ${'same-origin'} | ${true}
    ${'POST'}   | ${'ws://shop.example'}         | ${undefined}     | ${true}
    ${'POST'}   | ${'null'}                      | ${undefined}     | ${true}
    ${'POST'}   | ${''}                          | ${undefined}     | ${true}
    ${'POST'}   | ${undefined}                   | ${'same-origin'} | ${false}
    ${'POST'}   | ${undefined}                   | ${'none'}        | ${false}
    ${'POST'}   | ${undefined}                   | ${'same-site'}   | ${true}
    ${'DELETE'} | ${undefined}                   | ${'cross-site'}  | ${true}
    ${'PATCH'}  | ${undefined}                   | ${undefined}     | ${false}
  `(
    '$method from $origin, $fetchSite: $crossSite',
    ({
      method,
      origin,
      fetchSite,
      crossSite,
    }: {
      method: string;
      origin?: string;
      fetchSite?: string;
      crossSite: boolean;
    }) => {
      expect(isCrossSite({ ...site, method, origin, fetchSite })).toBe(crossSite);
    },
  );

  it.each([
    ['http://127.0.0.1:3000', '127.0.0.1:3000', false],
    ['http://127.0.0.1:3000', '127.0.0.1:4000', true],
    ['http://localhost:3000', 'LOCALHOST:3000', false],
    ['http://[::1]:3000', '[::1]:3000', false],
    ['http://192.0.2.7:3000', '192.0.2.7:3000', true],
    ['https://www.shop.example', 'www.shop.example', false],
  ])('of %s, loaded from %s, which is not in SITE_URL, is %s', (origin, host, crossSite) =>
    expect(isCrossSite({ ...site, method: 'POST', origin, host })).toBe(crossSite),
  );

  it('accepts the origin of SITE_URL behind a proxy that rewrites the host', () => {
    expect(isCrossSite({ ...site, method: 'POST', origin: 'https://shop.example', host: 'gateway:3000' })).toBe(false);
  });

  it('does not match an invalid origin with a missing host', () => {
    expect(isCrossSite({ siteOrigin: site.siteOrigin, method: 'POST', origin: 'nonsense', host: undefined })).toBe(
      true,
    );
  });
});
