import { Injectable } from '@nestjs/common';
import { type PreviewQuery, STYLE_KEYS, type StyleKey } from '@shop/contracts-art';
import { Client } from '@shop/service-kit';
import { ImagesRepository } from '../images/images.repository.js';
import { type Picture, pictureUnknown } from '../media/send-picture.js';
import { StylesService } from '../styles/styles.service.js';
import { PreviewCompositionsService } from './preview-compositions.service.js';
import { PreviewDrawingService } from './preview-drawing.service.js';
import { hashComposition } from './preview-storage.service.js';

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
