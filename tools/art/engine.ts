/** The built-in engine, loaded by path because tools may not import apps as libraries. */
import { join } from 'node:path';
import type { StyleKey } from '@shop/contracts/art';

export interface ArtworkOrder {
  /** JPEG or PNG: its bytes, or the path of its file. */
  readonly photo: Uint8Array | string;
  readonly styleKey: StyleKey;
  readonly prompt: string;
  readonly petName: string;
  readonly seed: number;
}

interface Engine {
  readonly drawArtwork: (
    order: ArtworkOrder,
    report: () => void,
  ) => Promise<{ png: Uint8Array; width: number; height: number }>;
}

const SOURCES = join(import.meta.dirname, '../../apps/art-svc/src/engines/built-in');

/** PNG, 1024 px on its long side, as a customer gets it. */
export async function drawArtwork(order: ArtworkOrder): Promise<Uint8Array> {
  const engine = (await import(join(SOURCES, 'draw-artwork.ts'))) as Engine;
  return (await engine.drawArtwork(order, () => undefined)).png;
}
