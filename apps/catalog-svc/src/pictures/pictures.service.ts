import { Injectable } from '@nestjs/common';
import { prepare, type ReadyAnswer } from '../ready/ready-answer.js';
import { findPicture, swatchOf } from './picture-address.rules.js';

/** Draws each picture once, when it is first asked for, and keeps it compressed: a few kilobytes for each of some sixty. */
@Injectable()
export class PicturesService {
  private readonly drawn = new Map<string, Promise<ReadyAnswer>>();

  /** Undefined where the shop has no such picture. */
  find(file: string): Promise<ReadyAnswer> | undefined {
    const ready = this.drawn.get(file);
    if (ready) return ready;
    const picture = findPicture(file);
    if (!picture) return undefined;
    const svg = picture.colour ? picture.cut.draw(swatchOf(picture.colour)) : picture.cut.drawOverlay();
    const answer = prepare('image/svg+xml', svg);
    this.drawn.set(file, answer);
    return answer;
  }
}
