export type Polygon = [number, number][];

const STEPS = 24;

/** Converts a closed path of absolute M, L, C and Z to a polygon. */
export function flatten(path: string): Polygon {
  const points: Polygon = [];
  for (const [, command = '', rest = ''] of path.matchAll(/([MLCZ])([^MLCZ]*)/g)) {
    const numbers = rest.match(/-?\d+(?:\.\d+)?/g)?.map(Number) ?? [];
    const [x0 = 0, y0 = 0] = points.at(-1) ?? [];
    const [ax = 0, ay = 0, bx = 0, by = 0, x = 0, y = 0] = numbers;
    if (command === 'M' || command === 'L') points.push([ax, ay]);
    if (command === 'C') {
      for (let step = 1; step <= STEPS; step += 1) {
        const t = step / STEPS;
        const u = 1 - t;
        points.push([
          u ** 3 * x0 + 3 * u * u * t * ax + 3 * u * t * t * bx + t ** 3 * x,
          u ** 3 * y0 + 3 * u * u * t * ay + 3 * u * t * t * by + t ** 3 * y,
        ]);
      }
    }
  }
  return points;
}

/** Ray casting. */
export function isInside(polygon: Polygon, [x, y]: readonly [number, number]): boolean {
  return polygon.reduce((inside, [x1, y1], index) => {
    const [x2, y2] = polygon[(index + 1) % polygon.length] ?? [x1, y1];
    const crosses = y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1;
    return crosses ? !inside : inside;
  }, false);
}
