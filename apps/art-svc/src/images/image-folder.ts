import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { IMAGE_WIDTHS as COPY_WIDTHS, STYLE_KEYS, type StyleKey } from '@shop/contracts/art';
import { CONFIG } from '@shop/service-kit';
import type { Config } from '../config.js';
import type { ImageMimeType } from './image.entity.js';

const ENDING: Record<ImageMimeType, string> = { 'image/jpeg': 'jpg', 'image/png': 'png' };

/** Pictures as files under `DATA_DIR/images`: originals by id, and their smaller copies and previews, which can be made again. */
@Injectable()
export class ImageFolder {
  private readonly root: string;

  constructor(@Inject(CONFIG) config: Config) {
    this.root = join(config.DATA_DIR, 'images');
  }

  /** Where an original lies; there may be none. */
  pathOf(id: string, mimeType: ImageMimeType): string {
    return join(this.root, 'originals', id.slice(0, 2), `${id}.${ENDING[mimeType]}`);
  }

  /** Where a smaller copy lies or will lie. */
  copyPathOf(id: string, widthPx: number, format: string): string {
    return join(this.root, 'copies', id.slice(0, 2), `${id}-${widthPx}.${format}`);
  }

  /** Where the preview of this photo in a style lies or will lie. */
  previewPathOf(id: string, styleKey: StyleKey): string {
    return join(this.root, 'previews', id.slice(0, 2), `${id}-${styleKey}.webp`);
  }

  /** Where the print file of this content lies. */
  printPathOf(sha256: string): string {
    return join(this.root, 'prints', sha256.slice(0, 2), `${sha256}.png`);
  }

  /** Every file that may lie here of this picture: the original, its copies and its previews. Keys are paths below the folder. */
  keysOf(id: string, mimeType: ImageMimeType): string[] {
    const copies = COPY_WIDTHS.flatMap((width) => ['avif', 'webp', ENDING[mimeType]].map((format) => this.copyPathOf(id, width, format)));
    const previews = STYLE_KEYS.map((styleKey) => this.previewPathOf(id, styleKey));
    return [this.pathOf(id, mimeType), ...copies, ...previews].map((path) => relative(this.root, path));
  }

  printKeyOf(sha256: string): string {
    return relative(this.root, this.printPathOf(sha256));
  }

  /** What is not there is gone already. */
  async removeKey(key: string): Promise<void> {
    await rm(join(this.root, key), { force: true });
  }

  /** A file of this name does not exist yet; for what is still being received. */
  async incomingPath(): Promise<string> {
    const folder = join(this.root, 'incoming');
    await mkdir(folder, { recursive: true });
    return join(folder, randomUUID());
  }

  async keep(id: string, mimeType: ImageMimeType, bytes: Uint8Array): Promise<void> {
    await this.write(this.pathOf(id, mimeType), bytes);
  }

  async remove(id: string, mimeType: ImageMimeType): Promise<void> {
    await rm(this.pathOf(id, mimeType), { force: true });
  }

  /** Readers see the whole file or none, and it survives a power cut: written beside, synced, then renamed. */
  async write(path: string, bytes: Uint8Array): Promise<void> {
    await mkdir(dirname(path), { recursive: true });
    const beside = `${path}.${randomUUID()}.part`;
    let file: FileHandle | undefined;
    try {
      file = await open(beside, 'wx');
      await file.writeFile(bytes);
      await file.sync();
      await file.close();
      await rename(beside, path);
    } catch (error) {
      await file?.close().catch(() => undefined);
      await rm(beside, { force: true });
      throw error;
    }
  }
}
