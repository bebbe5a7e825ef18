import sharp from 'sharp';
import { gaussianBlur } from '../kernels/blur.js';
import { clamp01, emptyPlane, emptyRaster, type Plane, type Raster } from '../kernels/plane.js';
import { pipeline, raw } from '../raster.js';
import type { Box } from '../subject/photo-part.js';
import type { Scene } from './compose-scene.js';
import type { Proportions } from './frame-animal.js';
import { layoutGroup, type Placement } from './group-layout.js';
import { type MeasuredSilhouette, measureSilhouette, roundCutSides } from './silhouette.js';

/** Brightness and colour outside of all pets: in the middle, so that each outline contrasts with it. */
const GROUND_TONE = 0.5;
const GROUND_GREY = 128;

/** Widths of the soft shadow behind an outline, and of the light and the photo's margin along it, in units. */
const SHADOW_UNITS = 10;
const EDGE_UNITS = 4;
/** How dark the shadow and how light the rim is. */
const SHADOW_STRENGTH = 0.85;
const RIM_STRENGTH = 0.6;

/** This share of a body below the head is not stretched: a tongue or a beard may be there. */
const UNSTRETCHED_SHARE = 0.25;

/** The part of a pet's scene that is drawn, at its size in the group. */
interface Cut {
  readonly photo: Raster;
  readonly tone: Plane;
  readonly mask: Plane;
  /** Position of its top left corner in the group. */
  readonly left: number;
  readonly top: number;
}

/**
 * Makes one scene of the pets' own scenes, given from left to right. Each pet keeps the tone of its own scene, so a
 * black and a white pet both show their detail. A pet in front has a lighter rim and throws a soft shadow on the pets
 * behind it, so that every style draws an outline between them.
 */
export async function composeGroup(pets: readonly Scene[], proportions: Proportions, sidePx: number): Promise<Scene> {
  const silhouettes = pets.map(({ mask }) => measureSilhouette(mask));
  const { width, height, placements, backToFront } = layoutGroup(silhouettes, proportions, sidePx);
  const group: Scene = {
    width,
    height,
    unit: pets[0]!.unit,
    photo: emptyRaster(width, height),
    tone: emptyPlane(width, height),
    mask: emptyPlane(width, height),
    box: boxAround(placements, pets[0]!.unit, { width, height }),
    detail: leastDetail(pets, silhouettes, placements),
  };
  group.photo.pixels.fill(GROUND_GREY);
  group.tone.values.fill(GROUND_TONE);
  for (const n of backToFront) {
    paste(group, await scalePet(pets[n]!, silhouettes[n]!, placements[n]!, group));
  }
  return group;
}

/** The least sharp pet counts. */
const leastDetail = (
  pets: readonly Scene[],
  silhouettes: readonly MeasuredSilhouette[],
  placements: readonly Placement[],
): number => Math.min(1, ...pets.map(({ detail }, n) => (detail * silhouettes[n]!.height) / placements[n]!.height));

type Size = Pick<Scene, 'width' | 'height'>;

function boxAround(placements: readonly Placement[], unit: number, { width, height }: Size): Box {
  return {
    left: Math.max(0, Math.min(...placements.map(({ left }) => left))) / unit,
    top: Math.max(0, Math.min(...placements.map(({ top }) => top))) / unit,
    right: Math.min(width, Math.max(...placements.map(({ left, width }) => left + width))) / unit,
    bottom: Math.min(height, Math.max(...placements.map(({ top, height }) => top + height))) / unit,
  };
}

async function scalePet(scene: Scene, silhouette: MeasuredSilhouette, placement: Placement, group: Size): Promise<Cut> {
  const scale = placement.height / silhouette.height;
  const [width, height] = [Math.round(scene.width * scale), Math.round(scene.height * scale)];
  const mask = await scalePlane(scene.mask, width, height);
  const left = Math.round(placement.left - silhouette.corner.left * scale);
  const top = Math.round(placement.top - silhouette.corner.top * scale);
  roundCutSides(mask, {
    left: silhouette.cut.left && left > 1,
    right: silhouette.cut.right && left + width < group.width - 1,
    top: silhouette.cut.top && top > 1,
  });
  const cut = {
    photo: await raw(pipeline(scene.photo).resize(width, height, { fit: 'fill' })),
    tone: await scalePlane(scene.tone, width, height),
    mask,
    left,
    top,
  };
  const bodyShare = silhouette.upperShare + UNSTRETCHED_SHARE * (1 - silhouette.upperShare);
  const bodyTop = Math.round((silhouette.corner.top + bodyShare * silhouette.height) * scale);
  return silhouette.cut.bottom && top + height < group.height
    ? stretchDown(cut, group.height - top, Math.min(bodyTop, height - 1))
    : cut;
}

/** Scales values 0…1, with the precision of a photo: libvips is faster than a blur and an interpolation. */
async function scalePlane(plane: Plane, width: number, height: number): Promise<Plane> {
  const bytes = new Uint8Array(plane.values.length);
  for (let start = 0; start < bytes.length; start += plane.width)
    bytesRow(plane.values, bytes, start, start + plane.width);
  const scaled = await sharp(bytes, { raw: { width: plane.width, height: plane.height, channels: 1 } })
    .resize(width, height, { fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  const out = emptyPlane(width, height);
  for (let start = 0; start < scaled.length; start += width) valuesRow(scaled, out.values, start, start + width);
  return out;
}

function bytesRow(values: Float32Array, bytes: Uint8Array, from: number, to: number): void {
  for (let i = from; i < to; i++) bytes[i] = 255 * clamp01(values[i]!) + 0.5;
}

function valuesRow(bytes: Uint8Array, values: Float32Array, from: number, to: number): void {
  for (let i = from; i < to; i++) values[i] = bytes[i]! / 255;
}

/**
 * Stretches the pet's body down to the given height, so that the photo's lower edge is not in the air. Other pets hide
 * most of it.
 *
 * @param bodyTop the first row that is stretched
 */
function stretchDown({ photo, tone, mask, left, top }: Cut, height: number, bodyTop: number): Cut {
  const { width } = mask;
  const longer = {
    photo: emptyRaster(width, height),
    tone: emptyPlane(width, height),
    mask: emptyPlane(width, height),
  };
  const pitch = (mask.height - 1 - bodyTop) / Math.max(1, height - 1 - bodyTop);
  for (let y = 0; y < height; y++) {
    const place = y < bodyTop ? y : bodyTop + (y - bodyTop) * pitch;
    const upper = Math.floor(place);
    const rows = { upper, lower: Math.min(mask.height - 1, upper + 1), share: place - upper };
    mixRow(photo.pixels, longer.photo.pixels, rows, y, 3 * width);
    mixRow(tone.values, longer.tone.values, rows, y, width);
    mixRow(mask.values, longer.mask.values, rows, y, width);
  }
  return { ...longer, left, top };
}

/** Two rows, and the share of the lower one. */
interface Rows {
  readonly upper: number;
  readonly lower: number;
  readonly share: number;
}

function mixRow<Row extends Float32Array | Uint8Array>(
  from: Row,
  to: Row,
  rows: Rows,
  y: number,
  length: number,
): void {
  const [upper, lower, out] = [rows.upper * length, rows.lower * length, y * length];
  for (let x = 0; x < length; x++) to[out + x] = from[upper + x]! + (from[lower + x]! - from[upper + x]!) * rows.share;
}

/** Planes as large as the group, for pasting one pet. */
interface PastePlanes {
  /** The pet's mask. */
  readonly front: Float32Array;
  /** The mask, blurred as widely as the shadow, and as the edge. */
  readonly shadow: Float32Array;
  readonly edge: Float32Array;
  /** The blurred mask of the pets that are in the group already. */
  readonly behind: Float32Array;
}

function paste(group: Scene, cut: Cut): void {
  const { width, height, unit } = group;
  const front = emptyPlane(width, height);
  const columns = { from: Math.max(0, cut.left), to: Math.min(width, cut.left + cut.mask.width) };
  const rows = { from: Math.max(0, cut.top), to: Math.min(height, cut.top + cut.mask.height) };
  for (let y = rows.from; y < rows.to; y++) {
    const start = (y - cut.top) * cut.mask.width - cut.left;
    front.values.set(cut.mask.values.subarray(start + columns.from, start + columns.to), y * width + columns.from);
  }
  const planes: PastePlanes = {
    front: front.values,
    shadow: gaussianBlur(front, SHADOW_UNITS * unit).values,
    edge: gaussianBlur(front, EDGE_UNITS * unit).values,
    behind: gaussianBlur(group.mask, SHADOW_UNITS * unit).values,
  };
  for (let y = 0; y < height; y++) shadeRow(group, planes, y * width, (y + 1) * width);
  for (let y = rows.from; y < rows.to; y++) {
    const start = (y - cut.top) * cut.mask.width - cut.left;
    pasteRow(group, planes, cut, {
      from: y * width + columns.from,
      to: y * width + columns.to,
      shift: start - y * width,
    });
  }
}

/** Darkens the pets behind along the outline of the pet in front. */
function shadeRow({ mask, tone, photo: { pixels } }: Scene, { shadow }: PastePlanes, from: number, to: number): void {
  for (let i = from; i < to; i++) {
    const share = 2 * shadow[i]! * mask.values[i]!;
    if (share <= 0.01) continue;
    const light = 1 - SHADOW_STRENGTH * Math.min(1, share);
    tone.values[i]! *= light;
    pixels[3 * i]! *= light;
    pixels[3 * i + 1]! *= light;
    pixels[3 * i + 2]! *= light;
  }
}

/** A part of a row: indices of the group's planes; plus `shift`, indices of the pet's planes. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly shift: number;
}

/** Outside of all pets, the photo's own margin goes along: outlines are soft. */
function pasteRow(group: Scene, planes: PastePlanes, cut: Cut, { from, to, shift }: Span): void {
  const { mask, tone, photo } = group;
  for (let i = from; i < to; i++) {
    const front = planes.front[i]!;
    const behind = mask.values[i]!;
    const margin = Math.max(front, Math.min(1, 2.5 * planes.edge[i]!));
    const share = front + (1 - behind) * (margin - front);
    if (share <= 0) continue;
    const rim = RIM_STRENGTH * front * Math.min(1, 2 * (1 - planes.edge[i]!)) * Math.min(1, 2 * planes.behind[i]!);
    const own = cut.tone.values[i + shift]!;
    tone.values[i]! += share * (own + rim * (1 - own) - tone.values[i]!);
    mask.values[i] = front + behind - front * behind;
    for (let c = 3 * i, source = 3 * (i + shift); c < 3 * i + 3; c++, source++) {
      const colour = cut.photo.pixels[source]!;
      photo.pixels[c] = photo.pixels[c]! + share * (colour + rim * (255 - colour) - photo.pixels[c]!);
    }
  }
}
