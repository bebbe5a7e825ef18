import { Injectable } from '@nestjs/common';
import type { PreviewQuery } from '@shop/contracts-art';
import { Caller } from '@shop/service-kit';
import { CutOutsRepository, type StoredCutOut } from '../cut-outs/cut-outs.repository.js';
import type { ImageEntity } from '../images/image.entity.js';
import { pictureUnknown } from '../media/send-picture.js';
import type { PreviewComposition } from './preview-storage.service.js';

/** Finds the cut-outs that a preview's query names. */
@Injectable()
export class PreviewCompositionsService {
  constructor(private readonly cutOuts: CutOutsRepository) {}

  /** Throws 404 for a cut-out of another photo, or a further one that is not the caller's. */
  async getComposition(caller: Caller, photo: ImageEntity, query: PreviewQuery): Promise<PreviewComposition> {
    const cutOut = query.cutOut ? await this.cutOuts.findOfPhoto(photo.id, query.cutOut) : null;
    if (query.cutOut && !cutOut) throw pictureUnknown();
    return {
      correction: cutOut?.source === 'customer' ? cutOut : null,
      background: query.background,
      furtherCutOuts: await this.listFurther(caller, [query.with ?? []].flat()),
    };
  }

  private async listFurther(caller: Caller, ids: readonly string[]): Promise<StoredCutOut[]> {
    if (ids.length === 0) return [];
    const own = new Map((await this.cutOuts.listOwn(caller, ids)).map((cutOut) => [cutOut.id, cutOut]));
    return ids.map((id) => {
      const cutOut = own.get(id.toLowerCase());
      if (!cutOut) throw pictureUnknown();
      return cutOut;
    });
  }
}
