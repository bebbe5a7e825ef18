import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { type Api, expect, test } from '../api.fixture.ts';
import { Person } from '../person.ts';
import { Database } from '../../support/database.ts';
import { type Call, documentedRefusalTo, refused, type Refusal } from './refusal.ts';

const failed = (sentence: string): Refusal => ({ status: 502, sentence, retryAfter: '5' });
const NOT_DRAWN = failed('Your artwork could not be drawn. Please try again.');
const TOO_LATE = failed('Drawing your artwork took too long. Please try again.');

async function newcomer({ world }: Api): Promise<{ customer: Person; id: string; drawing: Call }> {
  const customer = await world.person('a customer');
  const { id, url } = await customer.must<{ id: string; url: string }>('POST', '/api/upload', {
    file: await world.pet(),
  });
  const drawing: Call = [
    'POST',
    '/api/generate',
    { headers: { 'idempotency-key': randomUUID() }, body: { imageUrl: url, styleKey: 'abstract' } },
  ];
  return { customer, id, drawing };
}

const another = ([method, path, sending]: Call): Call => [
  method,
  path,
  { ...sending, headers: { 'idempotency-key': randomUUID() } },
];
const designsOf = (customer: Person): Promise<{ status: string; errorMessage: string | null }[]> =>
  customer.must('GET', '/api/designs');

test('a photo that is damaged on the disk fails its drawing (502), under its key for good', async ({ api }) => {
  const { customer, id, drawing } = await newcomer(api);
  const file = join(api.world.shop.folder.root, 'images', 'originals', id.slice(0, 2), `${id}.jpg`);
  const photo = await readFile(file);
  await writeFile(file, 'no picture any more');
  expect(await documentedRefusalTo(api, customer, drawing)).toEqual(NOT_DRAWN);
  expect(await designsOf(customer)).toMatchObject([{ status: 'failed', errorMessage: NOT_DRAWN.sentence }]);
  await writeFile(file, photo);
  expect(await documentedRefusalTo(api, customer, drawing)).toEqual(NOT_DRAWN);
  await customer.must(...another(drawing));
  expect((await designsOf(customer)).map(({ status }) => status)).toEqual(['completed', 'failed']);
});

test('a drawing ends at its deadline (502)', async ({ api }) => {
  const { shop } = api.world;
  const { customer, drawing } = await newcomer(api);
  await shop.stopService('art-svc');
  try {
    await shop.startService('art-svc', { ART_DEADLINE_MS: '30' });
    expect(await documentedRefusalTo(api, customer, drawing)).toEqual(TOO_LATE);
    expect(await designsOf(customer)).toMatchObject([{ status: 'failed', errorMessage: TOO_LATE.sentence }]);
    await customer.must('GET', '/api/styles');
  } finally {
    await shop.stopService('art-svc');
    await shop.startService('art-svc');
  }
  await customer.must(...another(drawing));
  expect((await designsOf(customer)).map(({ status }) => status)).toEqual(['completed', 'failed']);
});

test('more artworks are waiting than can be drawn in time (503), and nothing was asked for', async ({ api }) => {
  const { customer, id, drawing } = await newcomer(api);
  await Database.during(api.world.shop, 'art', async (database) => {
    // Two at a time, fifteen seconds each: five rounds stand before what comes next, and its own would end at the deadline of ninety.
    await database.query(
      `UPDATE ai_jobs SET claimed_at = completed_at - interval '15 seconds' WHERE status = 'completed'`,
    );
    await database.query(
      `INSERT INTO ai_jobs (guest_id, input_image_id, style_key, body_hash, deadline_at)
       SELECT gen_random_uuid(), $1, 'abstract', 'somebody else’s', now() + interval '1 hour' FROM generate_series(1, 12)`,
      [id],
    );
    const sentence = 'The art studio is very busy: about 2 minutes of work are waiting. Please try again then.';
    expect(await documentedRefusalTo(api, customer, drawing)).toEqual({ status: 503, sentence, retryAfter: '90' });
    expect(await designsOf(customer)).toEqual([]);
    await database.query(`DELETE FROM ai_jobs WHERE body_hash = 'somebody else’s'`);
  });
  await customer.must(...drawing);
  expect((await designsOf(customer)).map(({ status }) => status)).toEqual(['completed']);
});

test('a photo of more than 50 megapixels is refused, however small its file is (413)', async ({ api }) => {
  const buffer = await sharp({ create: { width: 8_000, height: 7_000, channels: 3, background: '#000' } })
    .png()
    .toBuffer();
  const file = { name: 'rex.png', mimeType: 'image/png', buffer };
  for (const [caller, path] of [
    [new Person(api.world.shop.url), '/api/upload'],
    [await api.world.person('an admin'), '/api/admin/product-pictures'],
  ] as const) {
    expect(await documentedRefusalTo(api, caller, ['POST', path, { file }])).toEqual(
      refused(413, 'That photo is too large. Please use one with at most 50 megapixels.'),
    );
  }
});

test('two photos at a time are refused (400)', async ({ api }) => {
  const { buffer } = await api.world.pet();
  const body = new FormData();
  for (const name of ['rex.jpg', 'max.jpg'])
    body.append('image', new Blob([new Uint8Array(buffer)], { type: 'image/jpeg' }), name);
  const answer = await fetch(new URL('/api/upload', api.world.shop.url), { method: 'POST', body });
  expect([answer.status, await answer.text()]).toEqual([400, 'Please upload one photo at a time.']);
});
