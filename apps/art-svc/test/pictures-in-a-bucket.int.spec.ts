import { createHash, randomUUID } from 'node:crypto';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { stylePreviewUrl, type Generation } from '@shop/contracts/art';
import { userErasureRequested } from '@shop/contracts/identity';
import { orderPaid, ordersAnonymised } from '@shop/contracts/order';
import {
  anyTransport,
  asAdmin,
  asGuest,
  asUser,
  eventually,
  publishEvent,
  recordEvents,
  signIdentityToken,
  type EventRecorder,
  type TestService,
} from '@shop/testing';
import sharp from 'sharp';
import { ArtFixture, formOf, upload, uploaded } from './art-fixture.js';
import { paidItem, paidOrder } from './paid-order.js';
import { petJpeg } from './pet-photo.js';
import { TestBucket } from './test-bucket.js';

const UNREACHABLE = 'The picture store is not reachable right now. Please try again in a moment.';
const PLAIN = {
  areaPx: { widthPx: 300, heightPx: 360, shape: 'rectangle' as const },
  pictureArea: { x: 0.2, y: 0.2, width: 0.6, height: 0.6 },
  pictureUrl: null,
  overlayUrl: null,
};

describe('pictures in a bucket', () => {
  const transport = anyTransport();
  let fixture: ArtFixture;
  let bucket: TestBucket;
  let service: TestService;
  let events: EventRecorder;

  beforeEach(async () => {
    bucket = await TestBucket.open();
    fixture = await ArtFixture.open(transport);
    events = await recordEvents(transport, ['artworks.erased', 'print-file.completed']);
    service = await fixture.start({ ...bucket.env, UPKEEP_MS: '200', PREVIEW_WAIT_MS: '60000' });
  });
  afterEach(async () => {
    await events.stop();
    await fixture.close();
    await bucket.close();
  });

  const fetched = async (
    path: string,
    as = asAdmin(),
    accept = 'image/webp',
  ): Promise<{ status: number; bytes: Buffer }> => {
    const answer = await fetch(new URL(path, service.url), {
      headers: { accept, 'x-identity-token': await signIdentityToken(as) },
    });
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const onThisMachine = (): string[] =>
    globSync('images/**/*', { cwd: fixture.folder }).filter((path) => statSync(join(fixture.folder, path)).isFile());
  const keysOf = async (id: string): Promise<string[]> => (await bucket.keys()).filter((key) => key.includes(id));
  const erase = async (userId: string): Promise<void> => {
    await publishEvent(transport, ordersAnonymised, { subject: `orders/${userId}`, data: { userId } });
    await publishEvent(transport, userErasureRequested, {
      subject: `user/${userId}`,
      data: { userId, email: 'ada@example.com', firstName: 'Ada', requestedAt: new Date().toISOString() },
    });
  };
  const confirmations = (userId: string) =>
    events.all('artworks.erased').filter(({ data }) => (data as { userId: string }).userId === userId);
  const partsOf = async (): Promise<unknown> => (await service.call('GET', '/readyz')).json();

  it('are received, shown, drawn from, printed and forgotten there, and nothing stays on this machine', async () => {
    const user = asUser();
    const userId = user.userId!;
    const product = await service.call('POST', '/api/admin/product-pictures', {
      as: asAdmin(),
      body: formOf(await petJpeg(400, 400)),
    });
    const { id: productId, url: pictureUrl } = product.json<{ id: string; url: string }>();

    const photo = await uploaded(service, user, await petJpeg());
    expect(await sharp((await fetched(photo.url)).bytes).metadata()).toMatchObject({
      format: 'jpeg',
      width: 640,
      height: 480,
    });
    expect(await sharp((await fetched(`${photo.url}?w=320`)).bytes).metadata()).toMatchObject({
      format: 'webp',
      width: 320,
    });
    expect(await sharp((await fetched(stylePreviewUrl(photo.id, 'modern'), user)).bytes).metadata()).toMatchObject({
      format: 'webp',
      height: 512,
    });

    const drawn = await service.call('POST', '/api/generate', {
      as: user,
      body: { imageUrl: photo.url, styleKey: 'abstract' },
    });
    expect(drawn.status).toBe(201);
    const { outputImageId, outputImage } = drawn.json<Generation>();
    expect((await sharp((await fetched(outputImage.url)).bytes).metadata()).format).toBe('png');
    const design = (await service.call('GET', '/api/designs', { as: user })).json<{ outputImage: { url: string } }[]>();
    expect(design.map((each) => each.outputImage.url)).toEqual([outputImage.url]);

    const order = paidOrder([paidItem(outputImageId, { print: { ...PLAIN, pictureUrl } })], userId);
    await publishEvent(transport, orderPaid, { subject: `order/${order.order.id}`, data: order });
    await eventually(() => expect(events.all('print-file.completed')).toHaveLength(1));
    const { printFile, mockup, view } = events.all('print-file.completed')[0]?.data as {
      printFile: { url: string; sha256: string };
      mockup: { id: string; url: string };
      view: { id: string };
    };
    expect(
      createHash('sha256')
        .update((await fetched(printFile.url)).bytes)
        .digest('hex'),
    ).toBe(printFile.sha256);
    expect((await fetched(mockup.url)).status).toBe(200);
    const tar = await fetched('/internal/personal-data', user);
    for (const name of [`photos/${photo.id}.jpg`, `artworks/${outputImageId}.png`, `mockups/${mockup.id}.jpg`])
      expect(tar.bytes.includes(name)).toBe(true);

    const originals = [`${photo.id}.jpg`, `${outputImageId}.png`, `${mockup.id}.jpg`, `${view.id}.png`].map(
      (file) => `originals/${file.slice(0, 2)}/${file}`,
    );
    const derived = [
      `copies/${photo.id.slice(0, 2)}/${photo.id}-320.webp`,
      `previews/${photo.id.slice(0, 2)}/${photo.id}-modern.webp`,
    ];
    const shops = `originals/${productId.slice(0, 2)}/${productId}.jpg`;
    expect(await bucket.keys()).toEqual(
      [...originals, ...derived, shops, `prints/${printFile.sha256.slice(0, 2)}/${printFile.sha256}.png`].sort(),
    );
    expect(onThisMachine()).toEqual([]);

    await erase(userId);
    await eventually(() => expect(confirmations(userId)).toHaveLength(1));
    expect(await bucket.keys()).toEqual([shops]);
    expect((await fetched(photo.url)).status).toBe(404);
  });

  it('are the same for every instance', async () => {
    const other = await fixture.start({ ...bucket.env, DATA_DIR: join(fixture.folder, 'another-machine') });
    const guest = asGuest();
    const photo = await uploaded(service, guest, await petJpeg(900, 600));
    const small = await fetched(`${photo.url}?w=640`);
    const elsewhere = await fetch(new URL(`${photo.url}?w=640`, other.url), { headers: { accept: 'image/webp' } });
    expect(Buffer.from(await elsewhere.arrayBuffer()).equals(small.bytes)).toBe(true);
    expect(await keysOf(photo.id)).toHaveLength(2);
  });

  it('that nobody used are gone after thirty days', async () => {
    const [unused, young] = [
      await uploaded(service, asGuest(), await petJpeg()),
      await uploaded(service, asGuest(), await petJpeg()),
    ];
    await fetched(`${unused.url}?w=320`);
    await fixture.database.query(`UPDATE images SET created_at = now() - interval '31 days' WHERE id = $1`, [
      unused.id,
    ]);
    await eventually(async () => expect(await keysOf(unused.id)).toEqual([]));
    expect(await keysOf(young.id)).toHaveLength(1);
  });

  it('that can’t be reached are said to be so, and nothing is half kept', async () => {
    const user = asUser();
    const photo = await uploaded(service, user, await petJpeg());
    expect(await partsOf()).toMatchObject({ ready: true, parts: { pictures: 'up', database: 'up' } });
    await bucket.stop();
    const refusals = [
      await upload(service, user, await petJpeg()),
      await service.call('GET', photo.url),
      await service.call('GET', `${photo.url}?w=320`),
      await service.call('GET', stylePreviewUrl(photo.id, 'modern'), { as: user }),
      await service.call('GET', '/internal/personal-data', { as: user }).catch(() => null),
    ];
    for (const answer of refusals.slice(0, 4)) {
      expect([answer?.status, answer?.text, answer?.headers.get('cache-control')]).toEqual([
        503,
        UNREACHABLE,
        'no-store',
      ]);
      expect(Number(answer?.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    // Its answer had begun: it breaks off, and is no archive that looks whole.
    expect(refusals[4]).toBeNull();
    expect(await fixture.database.query('SELECT id FROM images')).toEqual([{ id: photo.id }]);
    expect(onThisMachine()).toEqual([]);
    expect(await partsOf()).toMatchObject({ ready: false, parts: { pictures: 'down', database: 'up' } });
    expect((await service.call('GET', '/api/styles')).status).toBe(200);
    await bucket.resume();
    expect((await service.call('GET', photo.url)).status).toBe(200);
    expect(await partsOf()).toMatchObject({ ready: true });
  });

  it('are forgotten as soon as they can be reached again, and only then is it told', async () => {
    const user = asUser();
    const photo = await uploaded(service, user, await petJpeg());
    await bucket.stop();
    await erase(user.userId!);
    await eventually(async () => expect(await fixture.database.query('SELECT id FROM images')).toEqual([]));
    expect(confirmations(user.userId!)).toEqual([]);
    await bucket.resume();
    await eventually(async () => expect(await keysOf(photo.id)).toEqual([]));
    await eventually(async () => expect(await fixture.database.query('SELECT key FROM file_removals')).toEqual([]));
    // The event may have been set aside meanwhile; asked again, the end is told.
    await erase(user.userId!);
    await eventually(() => expect(confirmations(user.userId!).length).toBeGreaterThan(0));
  });

  it('are drawn once they can be reached again', async () => {
    const guest = asGuest();
    const photo = await uploaded(service, guest, await petJpeg());
    await bucket.stop();
    const drawing = service.call('POST', '/api/generate', {
      as: guest,
      body: { imageUrl: photo.url, styleKey: 'abstract' },
      headers: { 'idempotency-key': randomUUID() },
    });
    await eventually(async () =>
      expect(await fixture.database.query(`SELECT lease_expires_at IS NOT NULL AS tried FROM ai_jobs`)).toEqual([
        { tried: true },
      ]),
    );
    await bucket.resume();
    expect((await drawing).status).toBe(201);
  });
});
