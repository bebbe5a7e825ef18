import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { drawGround } from './draw-ground.js';

describe('drawGround', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-ground-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Blue sky above a green meadow, with a brown animal that the bottom edge cuts. */
  async function saveArtwork(fill = { sky: '#2060c0', meadow: '#208030', animal: '#804020' }): Promise<string> {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="360"><rect width="300" height="200" fill="${fill.sky}"/><rect y="200" width="300" height="160" fill="${fill.meadow}"/><rect x="110" y="120" width="80" height="240" fill="${fill.animal}"/></svg>`;
    const path = join(folder, 'artwork.png');
    await writeFile(path, await sharp(Buffer.from(svg)).png().toBuffer());
    return path;
  }

  const colourAt = async (png: Buffer, x: number, y: number): Promise<number[]> => [
    ...(await sharp(png).extract({ left: x, top: y, width: 1, height: 1 }).raw().toBuffer()),
  ];

  it('starts with the colours of the artwork’s edge, and ends with one colour all around', async () => {
    const ground = (await drawGround(await saveArtwork(), 'continued'))!;
    expect(await sharp(ground).metadata()).toMatchObject({ width: 192, height: 192, channels: 3 });
    expect(await colourAt(ground, 96, 63)).toEqual([32, 96, 192]);
    expect(await colourAt(ground, 128, 120)).toEqual([32, 128, 48]);
    const corners = await Promise.all([colourAt(ground, 0, 0), colourAt(ground, 191, 0), colourAt(ground, 96, 191)]);
    expect(new Set(corners.map(String)).size).toBe(1);
  });

  it('does not continue the animal: its colour is gone a third of the artwork below', async () => {
    const ground = (await drawGround(await saveArtwork(), 'continued'))!;
    const [red, green] = await colourAt(ground, 96, 128 + 21);
    expect(green!).toBeGreaterThan(red!);
  });

  it('has no ray of an arc that touches the edge', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="360"><rect width="300" height="360" fill="#2060c0"/><circle cx="150" cy="142" r="137" fill="none" stroke="#fff" stroke-width="4"/></svg>';
    const path = join(folder, 'arc.png');
    await writeFile(path, await sharp(Buffer.from(svg)).png().toBuffer());
    const ground = (await drawGround(path, 'continued'))!;
    // White would be 255.
    expect((await colourAt(ground, 96, 62))[0]).toBeLessThan(40);
  });

  it('is exactly the ground’s colour around an artwork on a plain ground, and the edge colour where it can’t be continued', async () => {
    const plain = await drawGround(
      await saveArtwork({ sky: '#f7f2e9', meadow: '#f7f2e9', animal: '#f7f2e9' }),
      'continued',
    );
    const { channels } = await sharp(plain!).stats();
    expect(channels.map(({ min, max }) => [min, max])).toEqual([
      [247, 247],
      [242, 242],
      [233, 233],
    ]);
    const edge = await sharp((await drawGround(await saveArtwork(), 'edge-colour'))!).stats();
    expect(edge.channels.map(({ min, max }) => max - min)).toEqual([0, 0, 0]);
  });

  it('is none around an artwork that is cut out', async () => {
    const path = join(folder, 'cut-out.png');
    await writeFile(
      path,
      await sharp({ create: { width: 50, height: 50, channels: 4, background: '#ff000080' } })
        .png()
        .toBuffer(),
    );
    expect(await drawGround(path, 'continued')).toBeNull();
  });
});
