import { randomUUID } from 'node:crypto';
import type { Generation } from '@shop/contracts/art';
import { asGuest, recordEvents, testTransports, type EventRecorder, type TestService } from '@shop/testing';
import sharp from 'sharp';
import { ArtFixture, uploaded } from './art-fixture.js';
import { petJpeg } from './pet-photo.js';

for (const transport of testTransports()) {
  describe(`POST /api/generate over ${transport.name}`, () => {
    let fixture: ArtFixture;
    let service: TestService;
    let events: EventRecorder;
    let photo: Buffer;

    beforeAll(async () => {
      fixture = await ArtFixture.open(transport);
      events = await recordEvents(transport, ['artwork.completed', 'artwork.failed']);
      service = await fixture.start();
      photo = await petJpeg();
    });
    afterAll(async () => {
      await events.stop();
      await fixture.close();
    });

    it('draws the artwork of the own photo, keeps it, and tells of it', async () => {
      const guest = asGuest();
      const { url } = await uploaded(service, guest, photo);
      const answer = await service.call('POST', '/api/generate', { as: guest, body: { imageUrl: url, styleKey: 'modern', petName: 'Rex' } });
      expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
      const { id, outputImageId, outputImage } = answer.json<Generation>();
      expect(outputImage).toEqual({ id: outputImageId, url: `/media/${outputImageId}` });
      const picture = Buffer.from(await (await fetch(new URL(outputImage.url, service.url))).arrayBuffer());
      const { width, height, format } = await sharp(picture).metadata();
      expect([Math.max(width, height), format]).toEqual([1024, 'png']);
      expect((await events.next('artwork.completed', ({ subject }) => subject === `artwork/${id}`)).data).toMatchObject({
        jobId: id, imageId: outputImageId, styleKey: 'modern', petName: 'Rex', guestId: guest.guestId, userId: null, width, height,
      });
      const [image] = await fixture.database.query<{ metadata: unknown }>('SELECT metadata FROM images WHERE id = $1', [outputImageId]);
      expect(image?.metadata).toMatchObject({ engine: 'built-in', engineVersion: '1', style: 'modern', seed: expect.any(Number), sourceSha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    });
  });
}
