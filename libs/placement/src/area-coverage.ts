import type { PlacedArtwork, Point } from './place-artwork.js';
import type { AreaShape, AreaSize, PictureBox, PrintArea } from './print-areas.js';

/** Edges in pixels from the area's top left corner. They may be outside of the area. */
export interface BoundingBox {
  readonly leftPx: number;
  readonly topPx: number;
  readonly rightPx: number;
  readonly bottomPx: number;
}

export interface AreaCoverage {
  /** Nothing of the picture is clipped. */
  readonly isWhole: boolean;
  /** Nothing of the picture is printed. */
  readonly isOutside: boolean;
  /** Part of the picture that is printed, 0..1. */
  readonly visibleShare: number;
  /** Part of the area that is printed on, 0..1. */
  readonly coveredShare: number;
}

/** Number of straight edges that approximate a round area. The area is then exact to 0.04 %. */
const ROUND_EDGES = 128;
/** In units of half the area's width. A corner on the edge counts as inside despite rounding errors. */
const EDGE_TOLERANCE = 1e-9;

/** The upright box around a placed (rotated) picture. */
export function computeBoundingBox(placed: Pick<PlacedArtwork, 'corners'>): BoundingBox {
  const xs = placed.corners.map(({ xPx }) => xPx);
  const ys = placed.corners.map(({ yPx }) => yPx);
  return { leftPx: Math.min(...xs), topPx: Math.min(...ys), rightPx: Math.max(...xs), bottomPx: Math.max(...ys) };
}

function getOutline({ widthPx, heightPx }: AreaSize, shape: AreaShape): Point[] {
  if (shape === 'rectangle') {
    return [
      { xPx: 0, yPx: 0 },
      { xPx: widthPx, yPx: 0 },
      { xPx: widthPx, yPx: heightPx },
      { xPx: 0, yPx: heightPx },
    ];
  }
  return Array.from({ length: ROUND_EDGES }, (_, edge) => {
    const angle = (2 * Math.PI * edge) / ROUND_EDGES;
    return { xPx: (widthPx / 2) * (1 + Math.cos(angle)), yPx: (heightPx / 2) * (1 + Math.sin(angle)) };
  });
}

/** Shoelace formula. Both outlines here run clockwise on screen, so the result is not negative. */
function computePolygonArea(polygon: readonly Point[]): number {
  const doubled = polygon.reduce((sum, point, index) => {
    const next = polygon[(index + 1) % polygon.length] ?? point;
    return sum + point.xPx * next.yPx - next.xPx * point.yPx;
  }, 0);
  return Math.max(0, doubled / 2);
}

/** Positive when `point` is on the inner side of the edge from `a` to `b`. */
const computeSide = (a: Point, b: Point, point: Point): number =>
  (b.xPx - a.xPx) * (point.yPx - a.yPx) - (b.yPx - a.yPx) * (point.xPx - a.xPx);

/** Sutherland–Hodgman: clips `subject` to the convex `outline`. */
function clipPolygon(subject: readonly Point[], outline: readonly Point[]): Point[] {
  return outline.reduce<Point[]>(
    (polygon, edgeStart, index) => {
      const edgeEnd = outline[(index + 1) % outline.length] ?? edgeStart;
      return polygon.flatMap((point, pointIndex) => {
        const previous = polygon.at(pointIndex - 1) ?? point;
        const currentSide = computeSide(edgeStart, edgeEnd, point);
        const previousSide = computeSide(edgeStart, edgeEnd, previous);
        const share = previousSide / (previousSide - currentSide);
        const crossing = {
          xPx: previous.xPx + share * (point.xPx - previous.xPx),
          yPx: previous.yPx + share * (point.yPx - previous.yPx),
        };
        const crosses = currentSide >= 0 !== previousSide >= 0;
        return [...(crosses ? [crossing] : []), ...(currentSide >= 0 ? [point] : [])];
      });
    },
    [...subject],
  );
}

function isInside({ widthPx, heightPx }: AreaSize, shape: AreaShape, { xPx, yPx }: Point): boolean {
  const across = xPx / (widthPx / 2) - 1;
  const down = yPx / (heightPx / 2) - 1;
  const distance = shape === 'round' ? Math.hypot(across, down) : Math.max(Math.abs(across), Math.abs(down));
  return distance <= 1 + EDGE_TOLERANCE;
}

/** The part of a placed picture that is printed, as a polygon. Empty when nothing is printed. */
export const computePrintedPolygon = (area: PrintArea, placed: Pick<PlacedArtwork, 'corners'>): Point[] =>
  clipPolygon(placed.corners, getOutline(area, area.shape));

/** How much of a picture is printed, and how much of its area is covered. */
export function computeAreaCoverage(area: PrintArea, placed: PlacedArtwork): AreaCoverage {
  const { shape } = area;
  const outline = getOutline(area, shape);
  const printedArea = computePolygonArea(computePrintedPolygon(area, placed));
  const isWhole = placed.corners.every((corner) => isInside(area, shape, corner));
  const visibleShare = isWhole ? 1 : Math.min(1, printedArea / (placed.widthPx * placed.heightPx));
  return {
    isWhole,
    isOutside: visibleShare <= EDGE_TOLERANCE,
    visibleShare,
    coveredShare: Math.min(1, printedArea / computePolygonArea(outline)),
  };
}

/** A part of a placed picture, such as the animal: a smaller picture with the same rotation. */
export function placePart(placed: PlacedArtwork, { x, y, width, height }: PictureBox): PlacedArtwork {
  const [topLeft, topRight, , bottomLeft] = placed.corners;
  const toPoint = (across: number, down: number): Point => ({
    xPx: topLeft.xPx + across * (topRight.xPx - topLeft.xPx) + down * (bottomLeft.xPx - topLeft.xPx),
    yPx: topLeft.yPx + across * (topRight.yPx - topLeft.yPx) + down * (bottomLeft.yPx - topLeft.yPx),
  });
  const centre = toPoint(x + width / 2, y + height / 2);
  return {
    widthPx: placed.widthPx * width,
    heightPx: placed.heightPx * height,
    centreXPx: centre.xPx,
    centreYPx: centre.yPx,
    rotationDeg: placed.rotationDeg,
    corners: [toPoint(x, y), toPoint(x + width, y), toPoint(x + width, y + height), toPoint(x, y + height)],
  };
}
