import { readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { asItIs, prepare, type ReadyAnswer } from '../ready/ready-answer.js';
import { findPicture, isPictureCopy, swatchOf, type PictureName } from './picture-address.rules.js';

/** Written by `npm run pictures:products` (docs/pictures.md). */
const COPIES = new URL('../../pictures/', import.meta.url);

/** Draws each picture once, when it is first asked for, and keeps it compressed, as it keeps the copies: two megabytes where somebody has asked for all. */
@Injectable()
export class PicturesService {
  private readonly kept = new Map<string, Promise<ReadyAnswer>>();

  /** Undefined where the shop has no such picture. */
  find(file: string): Promise<ReadyAnswer> | undefined {
    const ready = this.kept.get(file);
    if (ready) return ready;
    const answer = this.make(file);
    if (!answer) return undefined;
    this.kept.set(file, answer);
    // It may be there the next time.
    answer.catch(() => this.kept.delete(file));
    return answer;
  }

  private make(file: string): Promise<ReadyAnswer> | undefined {
    if (isPictureCopy(file)) return readFile(new URL(file, COPIES)).then((body) => asItIs('image/avif', body));
    const picture = findPicture(file);
    return picture && prepare('image/svg+xml', draw(picture));
  }
}

const draw = ({ cut, colour }: PictureName): string => (colour ? cut.draw(swatchOf(colour)) : cut.drawOverlay());
