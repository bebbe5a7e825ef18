import { nextPageOf } from '@shop/contracts/common';
import { expect, test } from './api.fixture.ts';

for (const [path, thing] of [
  ['/api/admin/products', 'a product'],
  ['/api/admin/orders', 'an open order'],
  ['/api/admin/contact-submissions', 'a request'],
] as const) {
  test(`GET ${path}: its pages, each named by the Link of the one before, hold everything once and end`, async ({
    api,
  }) => {
    const admin = await api.world.person('an admin');
    const maker = thing === 'an open order' ? await api.world.person('a customer', [thing]) : admin;
    for (let made = 0; made < 3; made += 1)
      await api.world.make([thing], maker, thing === 'an open order' ? 'a customer' : 'an admin');
    const all = (await admin.must<{ id: string }[]>('GET', `${path}?limit=500`)).map(({ id }) => id);
    expect(all.length).toBeGreaterThanOrEqual(thing === 'an open order' ? 1 : 3);

    const seen: string[] = [];
    let address: string | null = `${path}?limit=2`;
    while (address) {
      const answer = await admin.send('GET', address);
      expect(answer.status).toBe(200);
      expect([1, 2]).toContain(answer.json<object[]>().length);
      seen.push(...answer.json<{ id: string }[]>().map(({ id }) => id));
      address = nextPageOf(answer.headers.get('link'));
    }
    expect(seen).toEqual(all);
  });
}
