import fc from 'fast-check';
import { applyGesture, applyKey, type ScreenArea, type Touch, zoomAt } from './gesture.js';
import { DEFAULT_PLACEMENT } from './placement.js';

const AREA: ScreenArea = { left: 40, top: 60, width: 200, height: 240 };
const at = (x: number, y: number): Touch => ({ x, y });

const tenths = (min: number, max: number) => fc.integer({ min: min * 10, max: max * 10 }).map((value) => value / 10);
const placements = fc.record({
  x: tenths(0, 100),
  y: tenths(0, 100),
  scale: tenths(20, 200),
  rotation: tenths(0, 359),
});
const touch = fc.record({ x: fc.integer({ min: -500, max: 1500 }), y: fc.integer({ min: -500, max: 1500 }) });

describe('one finger', () => {
  it('moves the artwork by the same share of the area', () => {
    expect(applyGesture({ placement: DEFAULT_PLACEMENT, area: AREA, touches: [at(100, 100)] }, [at(120, 76)])).toEqual({
      x: 60,
      y: 40,
      scale: 100,
      rotation: 0,
    });
  });

  it('stops at the bounds and returns as soon as the finger does', () => {
    const start = { placement: DEFAULT_PLACEMENT, area: AREA, touches: [at(100, 100)] };
    expect(applyGesture(start, [at(900, 100)]).x).toBe(100);
    expect(applyGesture(start, [at(-900, -900)])).toMatchObject({ x: 0, y: 0 });
    expect(applyGesture(start, [at(140, 100)]).x).toBe(70);
  });

  it.each([1, 0.25])('snaps to the center within 6 px of the screen (area of size %d)', (size) => {
    const area = { ...AREA, width: AREA.width * size, height: AREA.height * size };
    const start = { placement: { ...DEFAULT_PLACEMENT, x: 30, y: 20 }, area, touches: [at(0, 0)] };
    const [toCentreX, toCentreY] = [0.2 * area.width, 0.3 * area.height];
    expect(applyGesture(start, [at(toCentreX - 6, toCentreY + 6)])).toMatchObject({ x: 50, y: 50 });
    expect(applyGesture(start, [at(toCentreX - 7, toCentreY)]).x).toBe(50 - 700 / area.width);
  });

  it('changes neither scale nor rotation', () => {
    fc.assert(
      fc.property(placements, touch, touch, (placement, from, to) => {
        expect(applyGesture({ placement, area: AREA, touches: [from] }, [to])).toMatchObject({
          scale: placement.scale,
          rotation: placement.rotation,
        });
      }),
    );
  });
});

describe('two fingers', () => {
  const start = { placement: DEFAULT_PLACEMENT, area: AREA, touches: [at(110, 180), at(170, 180)] };

  it('scale the artwork by their distance', () => {
    expect(applyGesture(start, [at(95, 180), at(185, 180)])).toEqual({ x: 50, y: 50, scale: 150, rotation: 0 });
  });

  it('rotate the artwork about the point between them', () => {
    expect(applyGesture(start, [at(140, 150), at(140, 210)])).toEqual({ x: 50, y: 50, scale: 100, rotation: 90 });
    expect(applyGesture(start, [at(140, 210), at(140, 150)])).toEqual({ x: 50, y: 50, scale: 100, rotation: 270 });
  });

  it('snap to right angles', () => {
    const rotateBy = (degrees: number) => {
      const angle = (degrees * Math.PI) / 180;
      return applyGesture(start, [
        at(140 - 30 * Math.cos(angle), 180 - 30 * Math.sin(angle)),
        at(140 + 30 * Math.cos(angle), 180 + 30 * Math.sin(angle)),
      ]).rotation;
    };
    expect(rotateBy(2)).toBe(0);
    expect(rotateBy(358)).toBe(0);
    expect(rotateBy(88)).toBe(90);
    expect(rotateBy(40)).toBe(40);
  });

  it('on the same pixel change nothing', () => {
    const same = { placement: DEFAULT_PLACEMENT, area: AREA, touches: [at(100, 100), at(100, 100)] };
    expect(applyGesture(same, [at(100, 100), at(100, 100)])).toEqual(DEFAULT_PLACEMENT);
  });

  it('keep the point between them on the same spot of the artwork, even at the scale limit', () => {
    fc.assert(
      fc.property(
        placements,
        fc.integer({ min: 30, max: 400 }),
        fc.integer({ min: 0, max: 359 }),
        touch,
        (placement, length, degrees, about) => {
          const pair = (halfPx: number, turn: number): Touch[] => {
            const angle = (turn * Math.PI) / 180;
            const [dx, dy] = [halfPx * Math.cos(angle), halfPx * Math.sin(angle)];
            return [at(about.x - dx, about.y - dy), at(about.x + dx, about.y + dy)];
          };
          const next = applyGesture({ placement, area: AREA, touches: pair(50, 0) }, pair(length / 2, degrees));
          fc.pre(next.x > 0 && next.x < 100 && next.y > 0 && next.y < 100);
          // In the artwork's own coordinates: rotated back, in widths of the artwork.
          const spot = ({ x, y, scale, rotation }: typeof placement) => {
            const angle = (-rotation * Math.PI) / 180;
            const dx = about.x - (AREA.left + (x / 100) * AREA.width);
            const dy = about.y - (AREA.top + (y / 100) * AREA.height);
            return {
              x: (dx * Math.cos(angle) - dy * Math.sin(angle)) / scale,
              y: (dx * Math.sin(angle) + dy * Math.cos(angle)) / scale,
            };
          };
          // Snapping moves the artwork by up to 6 px or 3°; otherwise only rounding does.
          const reach = Math.hypot(about.x - AREA.left, about.y - AREA.top) + 400;
          const tolerance = (reach * 0.06 + 5) / Math.min(next.scale, placement.scale);
          expect(Math.abs(spot(next).x - spot(placement).x)).toBeLessThan(tolerance);
          expect(Math.abs(spot(next).y - spot(placement).y)).toBeLessThan(tolerance);
        },
      ),
    );
  });
});

describe('any gesture', () => {
  it('ends within the bounds, rounded to tenths', () => {
    const touches = fc.oneof(fc.tuple(touch), fc.tuple(touch, touch));
    fc.assert(
      fc.property(placements, touches, touches, (placement, from, to) => {
        const { x, y, scale, rotation } = applyGesture({ placement, area: AREA, touches: from }, to);
        for (const value of [x, y]) expect(value >= 0 && value <= 100).toBe(true);
        expect(scale >= 20 && scale <= 200).toBe(true);
        expect(rotation >= 0 && rotation <= 360).toBe(true);
        for (const value of [x, y, scale, rotation]) expect(Math.round(value * 10) / 10).toBe(value);
      }),
    );
  });
});

describe('the wheel', () => {
  it('scales about the pointer', () => {
    expect(zoomAt(DEFAULT_PLACEMENT, AREA, at(140, 180), 1.2)).toEqual({ ...DEFAULT_PLACEMENT, scale: 120 });
    expect(zoomAt(DEFAULT_PLACEMENT, AREA, at(40, 180), 1.2)).toEqual({ ...DEFAULT_PLACEMENT, scale: 120, x: 60 });
  });

  it('stops at the largest scale without moving the artwork', () => {
    expect(zoomAt({ ...DEFAULT_PLACEMENT, scale: 200 }, AREA, at(40, 60), 1.5)).toEqual({
      ...DEFAULT_PLACEMENT,
      scale: 200,
    });
  });
});

describe('applyKey', () => {
  it.each([
    ['ArrowLeft', false, { x: 49 }],
    ['ArrowRight', false, { x: 51 }],
    ['ArrowUp', false, { y: 49 }],
    ['ArrowDown', false, { y: 51 }],
    ['ArrowLeft', true, { x: 45 }],
    ['ArrowDown', true, { y: 55 }],
    ['+', true, { scale: 105 }],
    ['=', false, { scale: 105 }],
    ['-', false, { scale: 95 }],
    [']', false, { rotation: 15 }],
    ['[', false, { rotation: 345 }],
  ])('%s (Shift: %s) changes %j', (key, isShifted, change) => {
    expect(applyKey(DEFAULT_PLACEMENT, key, isShifted)).toEqual({ ...DEFAULT_PLACEMENT, ...change });
  });

  it('stops at the bounds', () => {
    expect(applyKey({ ...DEFAULT_PLACEMENT, x: 98 }, 'ArrowRight', true)?.x).toBe(100);
    expect(applyKey({ ...DEFAULT_PLACEMENT, scale: 20 }, '-', false)?.scale).toBe(20);
  });

  it.each(['Tab', 'Enter', 'a', 'constructor', 'toString'])('ignores %s', (key) => {
    expect(applyKey(DEFAULT_PLACEMENT, key, false)).toBeNull();
  });
});
