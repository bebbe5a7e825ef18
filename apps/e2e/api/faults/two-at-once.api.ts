import { randomUUID } from 'node:crypto';
import { SAMPLE } from '@shop/contracts/api';
import { expect, test } from '../api.fixture.ts';
import type { Answered, Person } from '../person.ts';
import { type Call, documentedRefusalTo, refusalOf, refused } from './refusal.ts';

const both = async (person: Person, one: Call, other: Call): Promise<Answered[]> => {
  const answers = await Promise.all([person.send(...one), person.send(...other)]);
  return answers.toSorted((a, b) => a.status - b.status);
};

test('of two admins who change a product at once the second is told (409), and nothing is lost', async ({ api }) => {
  const admin = await api.world.person('an admin');
  const id = (await api.world.make(['a product'], admin, 'an admin')).get(SAMPLE.product);
  const change = (body: object): Call => ['PATCH', `/api/admin/products/${id}`, { body: { ...body, version: 1 } }];
  const [first, second] = (await both(
    admin,
    change({ title: 'Cosier Blanket' }),
    change({ title: 'Cosiest Blanket' }),
  )) as [Answered, Answered];
  expect(first.status).toBe(200);
  expect(refusalOf(second)).toEqual(
    refused(409, 'Somebody else has changed this product. Look at the new version and save again.'),
  );
  expect(await admin.must('GET', `/api/admin/products/${id}`)).toEqual(first.json());
});

test('a key makes one product, and a name one size (409)', async ({ api }) => {
  const admin = await api.world.person('an admin');
  const headers = { 'idempotency-key': randomUUID() };
  const body = { title: 'Cosy Rug', category: 'hoodie', basePrice: '59.90' };
  const add: Call = ['POST', '/api/admin/products', { headers, body }];
  const [first, second] = (await both(admin, add, add)) as [Answered, Answered];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.json<{ id: string }>().id).toBe(first.json<{ id: string }>().id);

  const { id } = first.json<{ id: string }>();
  const variant = (name: string): Call => [
    'POST',
    `/api/admin/products/${id}/variants`,
    { headers: { 'idempotency-key': randomUUID() }, body: { type: 'size', name } },
  ];
  const [one, two] = (await both(admin, variant('Large'), variant('large'))) as [Answered, Answered];
  expect([one.status, two.status]).toEqual([201, 409]);
});

test('a request is answered once: by one of two admins, and in the words that went out (409)', async ({ api }) => {
  const admin = await api.world.person('an admin');
  const id = (await api.world.make(['a request'], admin, 'an admin')).get(SAMPLE.request);
  const reply = (body: object): Call => ['POST', `/api/admin/contact-submissions/${id}/reply`, { body }];
  const mine = { id: randomUUID(), message: 'We do, in three days.' };
  const theirs = { id: randomUUID(), message: 'We do, in four days.' };
  const [first, second] = (await both(admin, reply(mine), reply(theirs))) as [Answered, Answered];
  const sent = first.json<{ id: string; message: string }>();
  expect(refusalOf(second)).toEqual(
    refused(409, 'Somebody has already replied to this request. Read that reply first.'),
  );
  expect((await admin.must<{ id: string }>(...reply({ id: sent.id, message: sent.message }))).id).toBe(sent.id);
  expect(
    await documentedRefusalTo(api, admin, reply({ id: sent.id, message: 'Other words.', repliesSeen: 1 })),
  ).toEqual(refused(409, 'This reply was already sent with other words.'));
});

test('the last admin cannot go (409)', async ({ api }) => {
  const { world } = api;
  const admin = await world.person('an admin');
  const leave: Call = ['POST', '/api/user/erase', { body: { password: world.shop.adminPassword } }];
  expect(await documentedRefusalTo(api, admin, leave)).toEqual(
    refused(409, 'You are the only admin. Please have somebody else made an admin first.'),
  );
  expect(await admin.must('GET', '/api/user')).toMatchObject({ role: 'admin' });
});
