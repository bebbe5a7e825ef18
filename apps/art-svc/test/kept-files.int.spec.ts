import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { orderPaid } from '@shop/contracts/order';
import { anyTransport, asGuest, eventually, publishEvent, type TestService } from '@shop/testing';
import { DataSource } from 'typeorm';
import { UnusedUploads } from '../src/upkeep/unused-uploads.js';
import { FileRemovals } from '../src/upkeep/file-removals.js';
import { KeptFiles } from '../src/upkeep/kept-files.js';
import { Upkeep } from '../src/upkeep/upkeep.js';
import { ArtFixture, upload, uploaded } from './art-fixture.js';
import { keptArtwork, paidItem, paidOrder, PRINT } from './paid-order.js';
import { petJpeg } from './pet-photo.js';

describe('files and the rows that name them', () => {
  const transport = anyTransport();
  let fixture: ArtFixture;
  let service: TestService;
  beforeAll(async () => {
    fixture = await ArtFixture.open(transport);
    // The upkeep comes when a test says so.
    service = await fixture.start({ UPKEEP_MS: '3600000' });
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => fixture.close());

  const files = (): string[] => globSync('images/{originals,prints}/**/*.*', { cwd: fixture.folder }).sort();
  const notes = () =>
    fixture.database.query<{ key: string; late: boolean }>(
      `SELECT key, due_at > now() + interval '1 minute' AS late FROM file_removals ORDER BY key`,
    );
  const pathOf = (key: string): string => join(fixture.folder, 'images', key);
  const written = async (key: string): Promise<string> => {
    await mkdir(dirname(pathOf(key)), { recursive: true });
    await writeFile(pathOf(key), 'somebody’s');
    return key;
  };
  /** The answer to the COMMIT of each transaction that keeps a picture is lost, once. */
  const loseAnswers = (): void => {
    const source = service.get(DataSource);
    const transaction = source.transaction.bind(source) as (
      work: (manager: unknown) => Promise<unknown>,
    ) => Promise<unknown>;
    let lost = false;
    jest.spyOn(source, 'transaction').mockImplementation((async (
      work: (manager: { query: (sql: string) => Promise<unknown[]> }) => Promise<unknown>,
    ) => {
      let kept = false;
      const result = await transaction(async (manager) => {
        const known = manager as { query: (sql: string) => Promise<{ count: number }[]> };
        const count = async (): Promise<number> =>
          (await known.query('SELECT count(*)::int AS count FROM images'))[0]!.count;
        const before = await count();
        const result = await work(known);
        kept = (await count()) > before;
        return result;
      });
      if (kept && !lost) {
        lost = true;
        throw new Error('Connection terminated unexpectedly');
      }
      return result;
    }) as never);
  };

  it('leave nothing noted once they are kept', async () => {
    await uploaded(service, asGuest(), await petJpeg());
    expect(await notes()).toEqual([]);
  });

  it('stay together where the answer to the COMMIT of a photo is lost', async () => {
    const before = files();
    loseAnswers();
    expect((await upload(service, asGuest(), await petJpeg())).status).toBe(500);
    const [row] = await fixture.database.query<{ id: string }>(
      'SELECT id FROM images ORDER BY created_at DESC LIMIT 1',
    );
    expect(files().filter((path) => !before.includes(path))).toEqual([expect.stringContaining(row!.id)]);
    expect(await notes()).toEqual([]);
  });

  it('stay together where the answer to the COMMIT of an artwork is lost', async () => {
    const guest = asGuest();
    const { url } = await uploaded(service, guest, await petJpeg());
    loseAnswers();
    const answer = await service.call('POST', '/api/generate', {
      as: guest,
      body: { imageUrl: url, styleKey: 'abstract' },
    });
    expect(answer.status).toBe(201);
    const { outputImageId } = answer.json<{ outputImageId: string }>();
    expect((await service.call('GET', `/media/${outputImageId}`)).status).toBe(200);
    expect(await notes()).toEqual([]);
  });

  it('stay together where the answer to the COMMIT of what is made for the press is lost', async () => {
    const artworkId = await keptArtwork(fixture, { userId: randomUUID() });
    loseAnswers();
    const order = paidOrder([paidItem(artworkId, { print: { ...PRINT, pictureUrl: null, overlayUrl: null } })]);
    await publishEvent(transport, orderPaid, { subject: `order/${order.order.id}`, data: order });
    const job = () =>
      fixture.database.query<{ status: string; view_id: string; mockup_id: string; sha256: string }>(
        `SELECT status, view_id, mockup_id, file->>'sha256' AS sha256 FROM print_jobs WHERE order_id = $1`,
        [order.order.id],
      );
    await eventually(async () => expect(await job()).toMatchObject([{ status: 'completed' }]));
    const [{ view_id, mockup_id, sha256 } = { view_id: '', mockup_id: '', sha256: '' }] = await job();
    for (const name of [view_id, mockup_id, sha256])
      expect(files().filter((path) => path.includes(name))).toHaveLength(1);
    expect(await notes()).toEqual([]);
  });

  it('go where the row can’t be written', async () => {
    const before = files();
    jest.spyOn(service.get(FileRemovals), 'forget').mockRejectedValueOnce(new Error('no row'));
    expect((await upload(service, asGuest(), await petJpeg())).status).toBe(500);
    expect(files()).toEqual(before);
    expect(await notes()).toEqual([]);
  });

  it('go by themselves where the process dies before the row is kept', async () => {
    const key = `originals/kk/${randomUUID()}.jpg`;
    let die: (isWritten: boolean) => void = () => undefined;
    const dying = service
      .get(KeptFiles)
      .keep(key, Buffer.from('somebody’s'), () => new Promise((resolve) => (die = resolve)));
    await eventually(() => expect(files()).toContain(`images/${key}`));
    expect(await notes()).toEqual([{ key, late: true }]);
    // Nor by the version before, which may run beside this one and looks at `since`.
    expect(
      await fixture.database.query(`SELECT since > now() + interval '1 minute' AS late FROM file_removals`),
    ).toEqual([{ late: true }]);
    await service.get(FileRemovals).removeForgotten();
    expect(files()).toContain(`images/${key}`);
    await fixture.database.query(`UPDATE file_removals SET due_at = now() - interval '1 second'`);
    await service.get(FileRemovals).removeForgotten();
    expect([files().includes(`images/${key}`), await notes()]).toEqual([false, []]);
    die(false);
    await dying;
  });

  it('are all removed but one that can’t be, which keeps nothing else from its turn', async () => {
    const [stuck, next] = [`originals/zz/${randomUUID()}.jpg`, await written(`originals/zz/${randomUUID()}.jpg`)];
    // A folder is no file that could be removed.
    await mkdir(pathOf(stuck), { recursive: true });
    await fixture.database.query(
      `INSERT INTO file_removals (key, due_at) VALUES ($1, now() - interval '2 minutes'), ($2, now() - interval '1 minute')`,
      [stuck, next],
    );
    const unused = await uploaded(service, asGuest(), await petJpeg());
    await fixture.database.query(`UPDATE images SET created_at = now() - interval '31 days' WHERE id = $1`, [
      unused.id,
    ]);
    const expired = jest.spyOn(service.get(UnusedUploads), 'expire');
    await (service.get(Upkeep) as unknown as { tidy(): Promise<void> }).tidy().catch(() => undefined);
    expect(expired).toHaveBeenCalledTimes(1);
    expect(files()).not.toContain(`images/${next}`);
    expect(files().some((path) => path.includes(unused.id))).toBe(false);
    expect(await notes()).toEqual([{ key: stuck, late: true }]);
    await fixture.database.query('DELETE FROM file_removals');
  });
});
