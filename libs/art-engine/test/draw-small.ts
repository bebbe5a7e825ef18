/**
 * `node … draw-small.ts < orders`: draws artworks small, a JSON line each, in a process of its own, since the kernels run ten times slower inside
 * jest's own context. The same photo is looked at once. For tests that compare what one sees.
 */
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { composeArtwork, type ArtworkRequest } from '../src/draw-artwork.js';
import { paintPrintable, wholeView } from '../src/painting/painting.js';
import { raw } from '../src/raster.js';
import { composeScene } from '../src/scene/compose-scene.js';
import { composeSceneCached } from '../src/scene/cached-scenes.js';
import { findSubject, SUBJECT_SIDE_PX } from '../src/subject/find-subject.js';

const base64 = ({ buffer, byteOffset, byteLength }: ArrayBufferView): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');

async function draw({ sidePx, ...order }: ArtworkRequest & { sidePx: number }): Promise<object> {
  const scene = await composeSceneCached(order.pets);
  const painting = await composeArtwork(order, () => undefined, composeSceneCached);
  const { width, height, channels, pixels } = await paintPrintable(painting, wholeView(painting, sidePx));
  return { width, height, channels, pixels: base64(pixels), box: scene.box };
}

async function look(photo: string): Promise<object> {
  const found = findSubject(await raw(sharp(photo).resize(SUBJECT_SIDE_PX, SUBJECT_SIDE_PX, { fit: 'fill' })));
  const { tone, mask } = await composeScene([{ photo, cutOut: null }]);
  const tones = tone.values.filter((_, i) => mask.values[i]! > 0.5).sort();
  const [low, high] = [0.05, 0.95].map((share) => tones[Math.floor(share * (tones.length - 1))]);
  return {
    mask: base64(Uint8Array.from(found.mask.values, (value) => Math.round(value * 255))),
    contrast: high! - low!,
  };
}

for (const order of JSON.parse(await text(process.stdin)) as (
  (ArtworkRequest & { sidePx: number }) | { lookAt: string }
)[]) {
  process.stdout.write(`${JSON.stringify('lookAt' in order ? await look(order.lookAt) : await draw(order))}\n`);
}
