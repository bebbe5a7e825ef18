import { Controller, Headers, Injectable, Module, Param, Query, Res } from '@nestjs/common';
import { type PreviewQuery, STYLE_KEYS, type StyleKey } from '@shop/contracts/art';
import { getStylePreview } from '@shop/contracts/routes';
import { Caller, Client, Route, uuidPipe, zodPipe } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { CutOutsModule } from '../cut-outs/cut-outs.module.js';
import { CutOutsRepository, type StoredCutOut } from '../cut-outs/cut-outs.repository.js';
import type { ImageEntity } from '../images/image.entity.js';
import { ImagesModule } from '../images/images.module.js';
import { ImagesRepository } from '../images/images.repository.js';
import { type Picture, pictureUnknown, sendPicture } from '../media/send-picture.js';
import { StylesModule } from '../styles/styles.module.js';
import { StylesService } from '../styles/styles.service.js';
import { PreviewDrawingService, PreviewWorkerPool } from './preview-drawing.service.js';
import {
  CompositionPreviewsRepository,
  hashComposition,
  type PreviewComposition,
  PreviewStorageService,
} from './preview-storage.service.js';

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

const isBuiltInStyle = (styleKey: string): styleKey is StyleKey => (STYLE_KEYS as readonly string[]).includes(styleKey);

/** Finds the preview of a photo in a style, drawn small by the built-in engine. */
@Injectable()
export class StylePreviewsService {
  constructor(
    private readonly images: ImagesRepository,
    private readonly styles: StylesService,
    private readonly compositions: PreviewCompositionsService,
    private readonly previewDrawing: PreviewDrawingService,
  ) {}

  /**
   * Throws 404 for a photo or a cut-out that is not the caller's, or an unknown style. Drawing starts when the picture is opened.
   */
  async getPreview(
    { caller, network }: Client,
    photoId: string,
    styleKey: string,
    query: PreviewQuery,
  ): Promise<Picture> {
    const photo = await this.images.findOwnUpload(caller, photoId);
    if (!photo || !isBuiltInStyle(styleKey) || !(await this.styles.findActive(styleKey))) throw pictureUnknown();
    const composition = await this.compositions.getComposition(caller, photo, query);
    return {
      etag: `"${[photoId, styleKey, hashComposition(composition)].filter(Boolean).join('-')}"`,
      mimeType: 'image/webp',
      open: () => this.previewDrawing.openPreview(photo, styleKey, composition, network),
    };
  }
}

/**
 * Photo, style and composition never change under their ids, but an erased preview must disappear within a day. `private`: a shared
 * cache must not serve one customer's preview to another.
 */
const HEADERS = { 'cache-control': 'private, max-age=86400' };

@Controller()
export class PreviewsController {
  constructor(private readonly stylePreviews: StylePreviewsService) {}

  @Route(getStylePreview)
  async getPreview(
    @Client() client: Client,
    @Param('id', uuidPipe) id: string,
    @Param('styleKey') styleKey: string,
    @Query(zodPipe(getStylePreview.query)) query: PreviewQuery,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendPicture(reply, await this.stylePreviews.getPreview(client, id, styleKey, query), ifNoneMatch, HEADERS);
  }
}

@Module({
  imports: [ImagesModule, CutOutsModule, StylesModule],
  controllers: [PreviewsController],
  providers: [
    CompositionPreviewsRepository,
    PreviewCompositionsService,
    PreviewDrawingService,
    PreviewStorageService,
    PreviewWorkerPool,
    StylePreviewsService,
  ],
})
export class PreviewsModule {}
