import { emptyPlane, type Plane } from '../kernels/plane.js';
import { cropMask, frameAnimal } from './frame-animal.js';

function maskOf(width: number, height: number, left: number, top: number, right: number, bottom: number): Plane {
  const mask = emptyPlane(width, height);
  for (let y = top; y < bottom; y++) mask.values.fill(1, y * width + left, y * width + right);
  return mask;
}

describe('frameAnimal', () => {
  it('shows a tall animal from head to feet, with ground beside it that the photo does not have', () => {
    const { frame } = frameAnimal(maskOf(200, 600, 20, 30, 180, 600));
    expect([frame.top < 30, frame.top + frame.height, frame.left < 0, frame.left + frame.width > 200]).toEqual([
      true,
      600,
      true,
      true,
    ]);
  });

  it('never goes beyond a border that cuts the animal', () => {
    const { frame } = frameAnimal(maskOf(400, 300, 0, 100, 200, 300));
    expect([frame.left, frame.top + frame.height]).toEqual([0, 300]);
  });

  it('ends at the line at which a photo’s thin frame cuts the animal', () => {
    const { frame } = frameAnimal(maskOf(400, 300, 3, 100, 200, 297));
    expect([frame.left, frame.top + frame.height]).toEqual([3, 297]);
  });

  it('gives room below paws that nearly reach the border', () => {
    const mask = maskOf(400, 300, 100, 80, 300, 240);
    for (const left of [100, 270])
      for (let y = 240; y < 298; y++) mask.values.fill(1, y * 400 + left, y * 400 + left + 30);
    const { frame } = frameAnimal(mask);
    expect(frame.top + frame.height).toBeGreaterThan(305);
  });

  it('keeps the head of an animal that is cut on both sides and too tall', () => {
    const { frame } = frameAnimal(maskOf(100, 400, 0, 40, 100, 400));
    expect([frame.left, frame.width]).toEqual([0, 100]);
    expect(frame.top).toBeLessThanOrEqual(40);
  });

  it('keeps some ground around a distant animal', () => {
    const { frame } = frameAnimal(maskOf(400, 400, 190, 190, 210, 210));
    expect(Math.min(frame.width, frame.height)).toBeGreaterThanOrEqual(160);
  });
});

describe('cropMask', () => {
  it('is empty beyond the photo', () => {
    const mask = maskOf(100, 100, 0, 0, 100, 100);
    const cropped = cropMask(mask, { left: -50, top: 0, width: 200, height: 100 }, 200, 100);
    expect([20, 60, 140, 180].map((x) => cropped.values[50 * 200 + x])).toEqual([0, 1, 1, 0]);
  });
});
