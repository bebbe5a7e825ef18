import sharp from 'sharp';

/** Short enough for a smooth progress bar, long enough to spare the database. */
const MIN_INTERVAL_MS = 100;

type SaveProgress = (share: number, stage: string) => Promise<void>;

/**
 * Saves the latest report at most every 100 ms, one at a time, and the last one when it stops. A failed save is
 * skipped, because the next report replaces it.
 */
export class ProgressWriter {
  private latest: [share: number, stage: string] | null = null;
  private timer: NodeJS.Timeout | undefined;
  private pendingSave: Promise<void> = Promise.resolve();
  private isFirst = true;

  constructor(private readonly save: SaveProgress) {}

  reportProgress(share: number, stage: string): void {
    this.latest = [share, stage];
    this.timer ??= setTimeout(() => this.flush(), this.isFirst ? 0 : MIN_INTERVAL_MS);
    this.isFirst = false;
  }

  /** Saves the last report and resolves; nothing is saved afterwards. */
  async stop(): Promise<void> {
    clearTimeout(this.timer);
    this.flush();
    await this.pendingSave;
  }

  private flush(): void {
    this.timer = undefined;
    const report = this.latest;
    this.latest = null;
    if (report) this.pendingSave = this.pendingSave.then(() => this.save(...report)).catch(() => undefined);
  }
}

const PARTIAL_LONG_SIDE_PX = 512;
const PARTIAL_MAX_BYTES = 40_000;
const PARTIAL_QUALITIES = [70, 45, 20];

/**
 * Shrinks a partial picture to WebP of at most 512 px and 40 kB; null where it does not become so small. Rejects
 * where the picture can't be read.
 */
export async function shrinkPartial(picture: Uint8Array): Promise<Buffer | null> {
  const small = sharp(picture).resize({
    width: PARTIAL_LONG_SIDE_PX,
    height: PARTIAL_LONG_SIDE_PX,
    fit: 'inside',
    withoutEnlargement: true,
  });
  for (const quality of PARTIAL_QUALITIES) {
    const webp = await small.clone().webp({ quality }).toBuffer();
    if (webp.length <= PARTIAL_MAX_BYTES) return webp;
  }
  return null;
}
