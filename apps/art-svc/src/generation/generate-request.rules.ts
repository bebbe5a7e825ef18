/**
 * Rules of a generation request: it names one of the shop's own picture addresses and, where it may be repeated, a
 * UUID as its key. Two requests are the same when photo, style, name, prompt, variation, print shape, cut-out,
 * background and further pets are the same; an empty name or prompt, variation 0, the background of the style and an
 * empty list count as left out. The hash does not depend on the engine, so a key means
 * the same whichever engine draws.
 */
import { createHash } from 'node:crypto';
import type { GenerateRequest } from '@shop/contracts-art';
import { isUuid } from '@shop/contracts-common';
import { idempotencyKeyReused, photoUnknown } from './generation.errors.js';

/** The uploaded image's id. Accepts only `/media/{id}`; throws 400 for any other address. */
export function parseUploadId(imageUrl: string): string {
  const id = imageUrl.startsWith('/media/') ? imageUrl.slice('/media/'.length) : '';
  if (!isUuid(id)) throw photoUnknown();
  return id.toLowerCase();
}

const SHAPE_STEPS = 96;
const MAX_ASPECT = 3;

/**
 * Width to height of a print area, in steps of 1/96 of the longer side, at most 1:3. Engines draw sides in such
 * steps, so areas of one shape give one picture, whatever their size.
 */
export function computePrintShape({ widthPx, heightPx }: { widthPx: number; heightPx: number }): number {
  const shorter = Math.max(
    SHAPE_STEPS / MAX_ASPECT,
    Math.round((SHAPE_STEPS * Math.min(widthPx, heightPx)) / Math.max(widthPx, heightPx)),
  );
  return widthPx < heightPx ? shorter / SHAPE_STEPS : SHAPE_STEPS / shorter;
}

/** SHA-256, hex. A request without a composition has the hash that it had before there were compositions. */
export function hashRequest(request: GenerateRequest): string {
  const { imageUrl, styleKey, petName, prompt, variation = 0, printArea } = request;
  const shape = printArea ? computePrintShape(printArea) : null;
  const content = JSON.stringify([
    parseUploadId(imageUrl),
    styleKey,
    petName || null,
    prompt || null,
    variation,
    shape,
    ...describeComposition(request),
  ]);
  return createHash('sha256').update(content).digest('hex');
}

/** Empty where the request leaves all parts of the composition out. */
function describeComposition({ cutOutId, background = 'style', furtherPets = [] }: GenerateRequest): unknown[] {
  if (!cutOutId && background === 'style' && furtherPets.length === 0) return [];
  return [
    cutOutId?.toLowerCase() ?? null,
    background,
    furtherPets.map((pet) => [parseUploadId(pet.imageUrl), pet.cutOutId?.toLowerCase() ?? null]),
  ];
}

/** Throws 409 where the key was used for another request. */
export function assertSameBody(savedHash: string, hash: string): void {
  if (savedHash !== hash) throw idempotencyKeyReused();
}
