/**
 * The ground around an artwork, for products that are printed all over. It is a picture three times as wide and high as
 * the artwork, with the same centre, to be placed below it (`GROUND_ENLARGEMENT`). Its colours start at the artwork's
 * edge, blur with the distance, and become the edge colour long before its own edge, which has only that colour. It is
 * smooth, so a small picture is enough for any print.
 */
import { GROUND_ENLARGEMENT } from '@shop/placement';
import sharp from 'sharp';

/** `continued`: see above. `edge-colour`: the edge colour everywhere. */
export type GroundKind = 'continued' | 'edge-colour';

/** Pixels of the ground along one side of the artwork. */
const SIDE_PX = 64;
const GROUND_PX = SIDE_PX * GROUND_ENLARGEMENT;
/** Distance from the artwork, in its sides, at which only the edge colour is left. */
const FADE = 0.75;
/** Growth of the blur along the edge with the distance, both in sides. */
const BLUR = 0.5;
/** Distances at which the blur is computed; others take the nearest. */
const BLUR_STEPS = 24;

type Rgb = readonly [number, number, number];

/** The artwork's outermost pixels, clockwise from the top left corner. */
interface Edge {
  readonly colours: readonly Rgb[];
  readonly average: Rgb;
}

/** PNG, sRGB. Null for an artwork with transparent parts: the product itself is its ground. */
export async function drawGround(file: string | Uint8Array, kind: GroundKind): Promise<Buffer | null> {
  const artwork = sharp(file).toColourspace('srgb');
  if (!(await artwork.clone().stats()).isOpaque) return null;
  const pixels = await artwork.resize(SIDE_PX, SIDE_PX, { fit: 'fill' }).removeAlpha().raw().toBuffer();
  const edge = readEdge(pixels);
  const data = kind === 'continued' ? continueEdge(edge) : Buffer.from(fillWith(edge.average));
  return sharp(data, { raw: { width: GROUND_PX, height: GROUND_PX, channels: 3 } })
    .png()
    .toBuffer();
}

function readEdge(pixels: Uint8Array): Edge {
  const colourAt = (x: number, y: number): Rgb => {
    const at = (y * SIDE_PX + x) * 3;
    return [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!];
  };
  const last = SIDE_PX - 1;
  const along = Array.from({ length: SIDE_PX }, (_, n) => n);
  const colours = [
    ...along.map((n) => colourAt(n, 0)),
    ...along.map((n) => colourAt(last, n)),
    ...along.map((n) => colourAt(last - n, last)),
    ...along.map((n) => colourAt(0, last - n)),
  ];
  return { colours, average: medianOf(colours) };
}

/** Narrower things at the edge, such as an arc that touches it, are not continued: they would become rays. */
const SPOT_PX = Math.round(SIDE_PX * 0.25);

/** The median along the edge: keeps a horizon and a wide animal, drops spots. */
const withoutSpots = (colours: readonly Rgb[]): Rgb[] =>
  colours.map((_, index) =>
    medianOf(
      Array.from(
        { length: 2 * SPOT_PX + 1 },
        (__, n) => colours[(index + n - SPOT_PX + colours.length) % colours.length]!,
      ),
    ),
  );

/** The median is not changed by an animal that the artwork's edge cuts. */
function medianOf(colours: readonly Rgb[]): Rgb {
  const channel = (n: 0 | 1 | 2): number =>
    colours.map((colour) => colour[n]).sort((one, other) => one - other)[colours.length >> 1]!;
  return [channel(0), channel(1), channel(2)];
}

const fillWith = (colour: Rgb): Uint8Array =>
  Uint8Array.from({ length: GROUND_PX * GROUND_PX * 3 }, (_, n) => colour[n % 3]!);

function continueEdge({ colours: edge, average }: Edge): Buffer {
  const colours = withoutSpots(edge);
  const blurred = Array.from({ length: BLUR_STEPS + 1 }, (_, n) => blurAround(colours, BLUR * FADE * (n / BLUR_STEPS)));
  const out = Buffer.alloc(GROUND_PX * GROUND_PX * 3);
  for (let y = 0; y < GROUND_PX; y += 1) {
    for (let x = 0; x < GROUND_PX; x += 1) {
      const { index, distance } = findNearestEdge(x, y);
      const share = Math.min(1, distance / FADE);
      const near = blurred[Math.round(share * BLUR_STEPS)]![index]!;
      const fade = share * share * (3 - 2 * share);
      for (let n = 0; n < 3; n += 1)
        out[(y * GROUND_PX + x) * 3 + n] = Math.round(near[n]! + (average[n]! - near[n]!) * fade);
    }
  }
  return out;
}

/** Position on the edge, and distance from it in sides of the artwork; 0 on the artwork itself. */
function findNearestEdge(x: number, y: number): { index: number; distance: number } {
  const offset = (GROUND_PX - SIDE_PX) / 2;
  const last = SIDE_PX - 1;
  const [across, down] = [x - offset, y - offset];
  const [column, row] = [Math.min(last, Math.max(0, across)), Math.min(last, Math.max(0, down))];
  const distance = Math.hypot(across - column, down - row) / SIDE_PX;
  const toSides = [row, last - column, last - row, column];
  const side = toSides.indexOf(Math.min(...toSides));
  const alongSide = [column, row, last - column, last - row][side]!;
  return { index: side * SIDE_PX + alongSide, distance };
}

/** Gaussian blur along the edge, which is a ring. */
function blurAround(colours: readonly Rgb[], sigmaSides: number): Rgb[] {
  const sigma = sigmaSides * SIDE_PX;
  const reach = Math.ceil(2.5 * sigma);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, n) =>
    Math.exp(-((n - reach) ** 2) / (2 * sigma ** 2 || 1)),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return colours.map((_, index) => {
    const sum = [0, 0, 0];
    weights.forEach((weight, n) => {
      const colour = colours[(index + n - reach + colours.length * 8) % colours.length]!;
      for (let channel = 0; channel < 3; channel += 1) sum[channel]! += colour[channel]! * weight;
    });
    return [sum[0]! / total, sum[1]! / total, sum[2]! / total];
  });
}
