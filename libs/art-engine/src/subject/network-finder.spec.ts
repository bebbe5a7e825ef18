import { jest } from '@jest/globals';
import { emptyPlane, emptyRaster, type Plane, type Raster } from '../kernels/plane.js';
import { networkFinder } from './network-finder.js';
import { NETWORK_SIDE_PX as SIDE } from './network-process.js';

jest.setTimeout(60_000);

/** Grey with a darker pattern, so that nothing looks like a lamp. */
function photoOf(width: number, height: number, brightness = 120): Raster {
  const photo = emptyRaster(width, height);
  for (let i = 0; i < photo.pixels.length; i++) photo.pixels[i] = brightness - (i % 7) * 3;
  return photo;
}

/** A map with one value in a rectangle given in shares, and another one around it. */
function answer([left, top, right, bottom]: readonly number[], value = 1, around = 0): Plane {
  const map = emptyPlane(SIDE, SIDE);
  map.values.fill(around);
  for (let y = Math.round(top! * SIDE); y < Math.round(bottom! * SIDE); y++)
    map.values.fill(value, y * SIDE + Math.round(left! * SIDE), y * SIDE + Math.round(right! * SIDE));
  return map;
}

async function find(photo: Raster, answers: readonly Plane[]) {
  const looks: Raster[] = [];
  const finder = networkFinder((copy) => {
    looks.push(copy);
    return Promise.resolve(answers[Math.min(looks.length, answers.length) - 1]!);
  });
  return { ...(await finder.find(photo)), looks };
}

describe('networkFinder', () => {
  it('looks closer at a distant animal', async () => {
    const distant = answer([0.6, 0.6, 0.8, 0.8]);
    const close = answer([0.2, 0.2, 0.8, 0.8]);
    const { prior, hasSubject, looks } = await find(photoOf(400, 400), [distant, close]);
    expect(hasSubject).toBe(true);
    expect(looks.length).toBeGreaterThan(1);
    const { left, top, width, height } = prior.part;
    expect([left > 150, top > 150, width < 200, height < 200]).toEqual([true, true, true, true]);
  });

  it('looks at a wider part if the border of a closer one cuts the animal, as a long tail', async () => {
    const first = answer([0.3, 0.4, 0.5, 0.6]);
    const cut = answer([0.2, 0.3, 1, 0.7]);
    const whole = answer([0.2, 0.4, 0.8, 0.6]);
    const { prior, looks } = await find(photoOf(400, 400), [first, cut, whole]);
    expect(looks).toHaveLength(3);
    const { left, width } = prior.part;
    expect(left + width).toBeGreaterThan(270);
  });

  it('does not look again where the photo’s own border cuts the animal', async () => {
    const first = answer([0.6, 0.4, 1, 0.6]);
    const { looks } = await find(photoOf(400, 400), [first, answer([0.2, 0.3, 1, 0.7])]);
    expect(looks).toHaveLength(2);
  });

  it('looks once at an animal that fills the photo', async () => {
    const { looks, prior } = await find(photoOf(300, 200), [answer([0.1, 0.05, 0.9, 1])]);
    expect([looks.length, prior.part]).toEqual([1, { left: 0, top: 0, width: 300, height: 200 }]);
  });

  it('brightens a dark photo for the network', async () => {
    const { looks } = await find(photoOf(300, 200, 40), [answer([0.1, 0.1, 0.9, 1])]);
    expect(looks[0]!.pixels[0]).toBeGreaterThan(60);
  });

  it.each([
    ['a wall, where the network shows noise', answer([0.3, 0.3, 0.6, 0.6], 0.02, 0.01)],
    ['a landscape, where it shows a vague area', answer([0, 0, 1, 1], 0.4, 0.1)],
    ['mountains from border to border', answer([0, 0.2, 1, 0.6])],
  ])('finds no pet on %s', async (_, map) => {
    expect((await find(photoOf(300, 200), [map])).hasSubject).toBe(false);
  });

  it('finds no pet in an evenly bright disc, such as the sun', async () => {
    const photo = emptyRaster(300, 200);
    photo.pixels.fill(250);
    expect((await find(photo, [answer([0.3, 0.3, 0.7, 0.7])])).hasSubject).toBe(false);
  });
});
