import { randomUUID } from 'node:crypto';
import { artworkRequested, type Generation, type UploadedImage } from '@shop/contracts/art';
import { asGuest, eventually, publishEvent, signIdentityToken, testTransports } from '@shop/testing';
import { ArtFixture, formOf, uploaded } from './art-fixture.js';
import { startArtProcess, type ArtProcess } from './art-process.js';
import { petJpeg } from './pet-photo.js';

/** Short, so that a dead instance is noticed within the test. */
const LEASE = { ART_LEASE_MS: '900' };

for (const transport of testTransports()) {
  describe(`several instances over ${transport.name}`, () => {
    let fixture: ArtFixture;
    const guest = asGuest();

    beforeAll(async () => {
      fixture = await ArtFixture.open(transport);
    });
    afterAll(() => fixture.close());

    const jobOf = async (key: string) => {
      const [job] = await fixture.database.query<{
        id: string;
        status: string;
        attempts: number;
        progress_percent: number;
        output_image_id: string;
      }>('SELECT * FROM ai_jobs WHERE idempotency_key = $1', [key]);
      return job;
    };
    const token = async () => ({ 'x-identity-token': await signIdentityToken(guest) });
    const photoThrough = async ({ url }: ArtProcess): Promise<string> => {
      const answer = await fetch(`${url}/api/upload`, {
        method: 'POST',
        body: formOf(await petJpeg(2000, 1500)),
        headers: await token(),
      });
      return ((await answer.json()) as UploadedImage).url;
    };
    const drawThrough = async ({ url }: ArtProcess, key: string, body: object): Promise<Response> =>
      fetch(`${url}/api/generate`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { ...(await token()), 'content-type': 'application/json', 'idempotency-key': key },
      });
    /** What decides its pixels, and their hash. */
    const pictureOf = async (imageId: string) =>
      (
        await fixture.database.query<object>(
          `SELECT metadata->'seed' AS seed, metadata->'sha256' AS sha256 FROM images WHERE id = $1`,
          [imageId],
        )
      )[0];
    const artworks = () => fixture.database.query(`SELECT id FROM images WHERE type = 'artwork'`);

    it('draw each job once', async () => {
      const [one, other] = [await fixture.start(), await fixture.start()];
      const { url } = await uploaded(one, guest, await petJpeg());
      const body = { imageUrl: url, styleKey: 'abstract' };
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, n) => (n % 2 ? one : other).call('POST', '/api/generate', { as: guest, body })),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
      expect(await fixture.database.query('SELECT DISTINCT attempts, status FROM ai_jobs')).toEqual([
        { attempts: 1, status: 'completed' },
      ]);
      expect(await artworks()).toHaveLength(6);
      await fixture.stop(one);
      await fixture.stop(other);
      // Six drawings at once on few cores.
    }, 120_000);

    it('draw each job once as processes of their own, side by side, also when each job’s message is delivered again and again', async () => {
      const env = { ART_CONCURRENCY: '1' };
      const processes = await Promise.all([startArtProcess(fixture, env), startArtProcess(fixture, env)]);
      const imageUrl = await photoThrough(processes[0]);
      const before = (await artworks()).length;
      const keys = Array.from({ length: 6 }, () => randomUUID());
      const answers = Promise.all(
        keys.map((key, n) => drawThrough(processes[n % 2]!, key, { imageUrl, styleKey: 'abstract' })),
      );
      const jobs = () =>
        fixture.database.query<{ id: string; status: string; attempts: number }>(
          'SELECT id, status, attempts FROM ai_jobs WHERE idempotency_key = ANY ($1)',
          [keys],
        );
      await eventually(async () => expect(await jobs()).toHaveLength(6), { everyMs: 5 });
      for (const { id } of await jobs())
        await publishEvent(transport, artworkRequested, { subject: `artwork/${id}`, data: { jobId: id }, times: 2 });
      // Each draws one at a time, so two at a time are two processes.
      let atATime = 0;
      while ((await jobs()).some(({ status }) => status !== 'completed'))
        atATime = Math.max(atATime, (await jobs()).filter(({ status }) => status === 'processing').length);
      expect(atATime).toBe(2);
      expect((await answers).map(({ status }) => status)).toEqual(Array(6).fill(201));
      expect((await jobs()).map(({ attempts }) => attempts)).toEqual(Array(6).fill(1));
      expect((await artworks()).length).toBe(before + 6);
      await Promise.all(processes.map((each) => each.kill()));
    }, 120_000);

    it('go on with what a killed one began by themselves, once, and make the same artwork', async () => {
      const env = { ...LEASE, ART_CONCURRENCY: '1' };
      const [doomed, survivor] = await Promise.all([startArtProcess(fixture, env), startArtProcess(fixture, env)]);
      const imageUrl = await photoThrough(doomed);
      const body = { imageUrl, styleKey: 'minimalistic' };
      const undisturbed = await pictureOf(
        ((await (await drawThrough(survivor, randomUUID(), body)).json()) as Generation).outputImageId,
      );
      const before = (await artworks()).length;
      const keys = [randomUUID(), randomUUID()];
      const lost = keys.map((key) => drawThrough(doomed, key, body).catch(() => 'connection lost'));
      // Two at a time: one is drawn by each.
      await eventually(
        async () =>
          expect((await Promise.all(keys.map(jobOf))).map((job) => job?.status)).toEqual(['processing', 'processing']),
        { everyMs: 5 },
      );
      await doomed.kill();
      expect(await Promise.all(lost)).toEqual(['connection lost', 'connection lost']);
      // Nobody asks again: the survivor looks by itself.
      const jobs = await eventually(async () => {
        const found = await Promise.all(keys.map(jobOf));
        expect(found.map((job) => job?.status)).toEqual(['completed', 'completed']);
        return found;
      });
      expect(jobs.map((job) => job?.attempts).sort()).toEqual([1, 2]);
      expect((await artworks()).length).toBe(before + 2);
      for (const job of jobs) expect(await pictureOf(job!.output_image_id)).toEqual(undisturbed);
      await survivor.kill();
    }, 120_000);

    it('finish what the only one began that was killed, for who asks again', async () => {
      const doomed = await startArtProcess(fixture, LEASE);
      const body = { imageUrl: await photoThrough(doomed), styleKey: 'minimalistic' };
      const before = (await artworks()).length;
      const key = randomUUID();
      const lost = drawThrough(doomed, key, body).catch(() => 'connection lost');
      await eventually(async () => expect(await jobOf(key)).toMatchObject({ status: 'processing' }), { everyMs: 5 });
      await doomed.kill();
      expect(await lost).toBe('connection lost');
      expect(await jobOf(key)).toMatchObject({ status: 'processing', attempts: 1 });

      const heir = await fixture.start(LEASE);
      const answer = await heir.call('POST', '/api/generate', { as: guest, body, headers: { 'idempotency-key': key } });
      expect(answer.status).toBe(201);
      expect(await jobOf(key)).toMatchObject({ id: answer.json<Generation>().id, status: 'completed', attempts: 2 });
      expect((await artworks()).length).toBe(before + 1);
      await fixture.stop(heir);
    });

    it('take over at once from one that stops, which does not keep its callers waiting', async () => {
      const stopping = await fixture.start();
      const { url } = await uploaded(stopping, guest, await petJpeg(4000, 3000));
      const body = { imageUrl: url, styleKey: 'minimalistic' };
      const key = randomUUID();
      const waiting = stopping.call('POST', '/api/generate', { as: guest, body, headers: { 'idempotency-key': key } });
      await eventually(async () => expect(await jobOf(key)).toMatchObject({ status: 'processing' }), { everyMs: 5 });
      const started = Date.now();
      await fixture.stop(stopping);
      expect(Date.now() - started).toBeLessThan(5_000);
      // No try of the job's: a roll-out restarts many instances.
      expect(await jobOf(key)).toMatchObject({ status: 'processing', attempts: 0 });
      const answer = await waiting;
      expect([answer.status, answer.text]).toEqual([
        503,
        'Your artwork is still being drawn. Please try again in a moment.',
      ]);

      const next = await fixture.start();
      const again = await next.call('POST', '/api/generate', { as: guest, body, headers: { 'idempotency-key': key } });
      expect(again.status).toBe(201);
      await fixture.stop(next);
    });
  });
}
