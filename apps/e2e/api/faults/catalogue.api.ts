import { SAMPLE } from '@shop/contracts/api';
import { type Api, expect, test } from '../api.fixture.ts';
import type { Person } from '../person.ts';
import { type Call, documentedRefusalTo, refused } from './refusal.ts';

async function product({
  world,
}: Api): Promise<{ admin: Person; change: (body: object) => Call; add: (body: object) => Call }> {
  const admin = await world.person('an admin');
  const path = `/api/admin/products/${(await world.make(['a product'], admin, 'an admin')).get(SAMPLE.product)}`;
  return { admin, change: (body) => ['PATCH', path, { body }], add: (body) => ['POST', `${path}/variants`, { body }] };
}

test('what is sold in a size holds its product to a price and an area (422)', async ({ api }) => {
  const { admin, change, add } = await product(api);
  await admin.must(
    ...add({
      type: 'size',
      name: 'S',
      priceModifier: '-5.00',
      printArea: { widthPx: 1800, heightPx: 2100, shape: 'rectangle' },
    }),
  );
  expect(await documentedRefusalTo(api, admin, change({ basePrice: '4.99' }))).toEqual(
    refused(422, 'The price would fall below zero with size “S”.'),
  );
  const misfit = refused(422, 'Size “S” has a print area of other proportions. Please change that first.');
  expect(await documentedRefusalTo(api, admin, change({ category: 'pet-tag' }))).toEqual(misfit);
  await admin.must(...change({ basePrice: '5.00' }));
});

test('a product has at most 100 sizes and colours (409)', async ({ api }) => {
  const { admin, add } = await product(api);
  const color = (number: number): Call => add({ type: 'color', name: `Colour ${number}`, colorHex: '#5b6b4f' });
  for (let number = 0; number < 100; number += 10)
    await Promise.all(Array.from({ length: 10 }, (_, at) => admin.must(...color(number + at))));
  expect(await documentedRefusalTo(api, admin, color(100))).toEqual(
    refused(409, 'A product can have at most 100 sizes and colors.'),
  );
});
