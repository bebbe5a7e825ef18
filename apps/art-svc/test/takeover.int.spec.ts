import { randomUUID } from 'node:crypto';
import type { Generation, UploadedImage } from '@shop/contracts/art';
import { asGuest, eventually, signIdentityToken, testTransports } from '@shop/testing';
import { ArtFixture, uploaded } from './art-fixture.js';
import { startArtProcess } from './art-process.js';
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
      const [job] = await fixture.database.query<{ id: string; status: string; attempts: number; progress_percent: number; output_image_id: string }>(
        'SELECT * FROM ai_jobs WHERE idempotency_key = $1',
        [key],
      );
      return job;
    };
    const artworks = () => fixture.database.query(`SELECT id FROM images WHERE type = 'artwork'`);

    it('draw each job once', async () => {
      const [one, other] = [await fixture.start(), await fixture.start()];
      const { url } = await uploaded(one, guest, await petJpeg());
      const body = { imageUrl: url, styleKey: 'abstract' };
      const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => (n % 2 ? one : other).call('POST', '/api/generate', { as: guest, body })));
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
      expect(await fixture.database.query('SELECT DISTINCT attempts, status FROM ai_jobs')).toEqual([{ attempts: 1, status: 'completed' }]);
      expect(await artworks()).toHaveLength(6);
      await fixture.stop(one);
      await fixture.stop(other);
      // Six drawings at once on few cores.
    }, 120_000);

    it('finish what a killed one began', async () => {
      const doomed = await startArtProcess(fixture, LEASE);
      const token = { 'x-identity-token': await signIdentityToken(guest) };
      const form = new FormData();
      form.append('image', new Blob([Uint8Array.from(await petJpeg(4000, 3000))]), 'pet.jpg');
      const upload = await fetch(`${doomed.url}/api/upload`, { method: 'POST', body: form, headers: token });
      const { url } = (await upload.json()) as UploadedImage;
      const body = { imageUrl: url, styleKey: 'minimalistic' };
      const before = (await artworks()).length;
      const key = randomUUID();
      const lost = fetch(`${doomed.url}/api/generate`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { ...token, 'content-type': 'application/json', 'idempotency-key': key },
      }).catch(() => 'connection lost');
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
      const answer = await waiting;
      expect([answer.status, answer.text]).toEqual([503, 'Your artwork is still being drawn. Please try again in a moment.']);

      const next = await fixture.start();
      const again = await next.call('POST', '/api/generate', { as: guest, body, headers: { 'idempotency-key': key } });
      expect(again.status).toBe(201);
      await fixture.stop(next);
    });
  });
}
