import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const ROOT = join(import.meta.dirname, '../../..');

export interface SmallOrder {
  readonly photo: string;
  /** Of further pets, from left to right. */
  readonly furtherPhotos?: readonly string[];
  readonly styleKey: string;
  readonly background?: string;
  readonly prompt?: string;
  readonly petName?: string;
  readonly sidePx?: number;
}

export interface SmallArtwork {
  readonly width: number;
  readonly height: number;
  /** 4 with alpha. */
  readonly channels: number;
  /** H × W × channels, sRGB. */
  readonly pixels: Buffer;
  /** Of the animal, in units of which the long side has 1024. */
  readonly box: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
}

async function answers<Answer>(orders: readonly object[]): Promise<Answer[]> {
  const child = spawn(
    process.execPath,
    ['--conditions=@shop/source', '--import', 'tsx', 'libs/art-engine/test/draw-small.ts'],
    { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`draw-small.ts ended with ${code ?? signal}`)),
    );
  });
  // A process that ends before it has read is reported by its exit code.
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(orders));
  const [drawn] = await Promise.all([text(child.stdout), ended]);
  return drawn
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer);
}

/** What the built-in engine draws of these, in their order, all with one seed. */
export async function smallArtworks(orders: readonly SmallOrder[]): Promise<SmallArtwork[]> {
  const drawn = await answers<Omit<SmallArtwork, 'pixels'> & { pixels: string }>(
    orders.map(({ photo, furtherPhotos = [], ...order }) => ({
      pets: [photo, ...furtherPhotos].map((each) => ({ photo: each, cutOut: null })),
      background: 'style',
      prompt: '',
      petName: '',
      seed: 7,
      sidePx: 128,
      ...order,
    })),
  );
  return drawn.map(({ pixels, ...artwork }) => ({ ...artwork, pixels: Buffer.from(pixels, 'base64') }));
}

export interface Look {
  /** As many rows as columns, 255 on the animal. */
  readonly mask: Buffer;
  /** From the animal's shadows to its lights, as recipes see them, 0…1. */
  readonly contrast: number;
}

/** What the engine sees in these photos before it draws. */
export const looksAt = async (photos: readonly string[]): Promise<Look[]> =>
  (await answers<{ mask: string; contrast: number }>(photos.map((lookAt) => ({ lookAt })))).map(
    ({ mask, contrast }) => ({ mask: Buffer.from(mask, 'base64'), contrast }),
  );
