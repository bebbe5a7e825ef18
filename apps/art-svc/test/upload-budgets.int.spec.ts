import { petJpeg } from '@shop/art-engine/testing';
import { IDENTITY_HEADER, NETWORK_HEADER, type IdentityClaims } from '@shop/contracts-common';
import { asAdmin, asGuest, asUser, signIdentityToken } from '@shop/testing';
import { jest } from '@jest/globals';
import { ImageStore } from '../src/images/image-store.js';
import { UploadBudgetsService } from '../src/uploads/upload-budgets.service.js';
import { ArtFixture, createUploadForm } from './support/art-fixture.js';

const MEGABYTE = 1_000_000;
const LIMITS = {
  UPLOAD_DAY_MB_GUEST: '2',
  UPLOAD_DAY_MB_USER: '3',
  UPLOAD_DAY_MB_NETWORK: '5',
  UPLOAD_DAY_MB_SHOP: '30',
  // A refused photo must not need a second connection.
  DATABASE_POOL: '2',
};
const SPENT = 'You have uploaded many photos today. Your designs are kept; please upload more tomorrow.';
const SHOP_SPENT =
  'We have received more photos today than we can store. Please upload yours tomorrow; everything else works.';
const NO_ROOM = 'We have no room for new photos right now. Please try again in an hour; everything else works.';

let fixture: ArtFixture;
let photo: Buffer;

beforeAll(async () => {
  fixture = await ArtFixture.open(LIMITS);
  photo = await petJpeg(160, 120);
});
beforeEach(() => fixture.database.query('DELETE FROM upload_budgets'));
afterEach(() => jest.restoreAllMocks());
afterAll(() => fixture.close());

async function upload(owner: IdentityClaims, network = '198.51.100.0/24', path = '/api/upload') {
  const headers = { [IDENTITY_HEADER]: await signIdentityToken(owner), [NETWORK_HEADER]: network };
  const answer = await fetch(new URL(path, fixture.service.url), {
    method: 'POST',
    headers,
    body: createUploadForm(photo),
  });
  return { status: answer.status, text: await answer.text(), retryAfter: Number(answer.headers.get('retry-after')) };
}

/** Leaves no room for a photo in all rows of this scope. */
const spend = (scope: string, megabytes: number) =>
  fixture.database.query('UPDATE upload_budgets SET bytes = $2 WHERE scope = $1', [scope, megabytes * MEGABYTE - 10]);
const uploadsState = async (): Promise<unknown> => {
  const answer = await fetch(new URL('/healthz/parts', fixture.service.url));
  return ((await answer.json()) as { parts: Record<string, unknown> }).parts.uploads;
};

describe('the budget of uploads', () => {
  it.each([
    ['a guest', asGuest(), 2],
    ['an account', asUser(), 3],
  ])('of %s ends its uploads for the day, and no one else’s', async (_, owner, megabytes) => {
    expect((await upload(owner)).status).toBe(201);
    await spend('owner', megabytes);
    const refused = await upload(owner);
    expect([refused.status, refused.text]).toEqual([429, SPENT]);
    expect(refused.retryAfter).toBeGreaterThan(0);
    expect(refused.retryAfter).toBeLessThanOrEqual(86_400);
    expect((await upload(asGuest())).status).toBe(201);
  });

  it('of a network counts all its sessions', async () => {
    await upload(asGuest());
    await spend('network', 5);
    expect((await upload(asGuest())).status).toBe(429);
    expect((await upload(asGuest(), '203.0.113.0/24')).status).toBe(201);
  });

  it('of the shop is named to customers and operators, and admins still add product pictures', async () => {
    await upload(asGuest());
    expect(await uploadsState()).toBe('up');
    await spend('shop', 30);
    const refused = await upload(asGuest());
    expect([refused.status, refused.text, await uploadsState()]).toEqual([503, SHOP_SPENT, 'full']);
    expect((await upload(asAdmin(), '203.0.113.0/24', '/api/admin/product-pictures')).status).toBe(201);
  });

  it('counts stored photos only, also where several arrive at once', async () => {
    const guest = asGuest();
    await upload(guest);
    const [{ bytes }] = (await fixture.database.query(
      `SELECT bytes::integer FROM upload_budgets WHERE scope = 'owner'`,
    )) as [{ bytes: number }];
    await fixture.database.query('UPDATE upload_budgets SET bytes = $1 WHERE scope = $2', [
      2 * MEGABYTE - 2 * bytes - 1_000,
      'owner',
    ]);
    const statuses = (await Promise.all(Array.from({ length: 5 }, () => upload(guest)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 201, 429, 429, 429]);
    expect(await fixture.database.query(`SELECT FROM images WHERE guest_id = $1`, [guest.guestId])).toHaveLength(3);
  });

  it('of a day is deleted after two days', async () => {
    await fixture.database.query(
      `INSERT INTO upload_budgets SELECT current_date - n, 'shop', '', 1 FROM generate_series(2, 4) n`,
    );
    await fixture.service.get(UploadBudgetsService).deleteOld();
    expect(await fixture.database.query('SELECT FROM upload_budgets')).toHaveLength(1);
  });
});

it('refuses photos while the disk of the picture store is nearly full, and says so to operators', async () => {
  jest.spyOn(fixture.service.get(ImageStore), 'hasRoom').mockResolvedValue(false);
  const refused = await upload(asGuest());
  expect([refused.status, refused.text, refused.retryAfter, await uploadsState()]).toEqual([
    503,
    NO_ROOM,
    3_600,
    'full',
  ]);
});
