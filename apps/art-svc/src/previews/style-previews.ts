import { Injectable } from '@nestjs/common';
import { STYLE_KEYS, type StyleKey } from '@shop/contracts/art';
import type { Caller } from '@shop/service-kit';
import { ImagesRepository } from '../images/images.repository.js';
import { pictureUnknown, type Picture } from '../media/send-picture.js';
import { StylesService } from '../styles/styles.service.js';
import { PreviewDrawings } from './preview-drawings.js';

const hasRecipe = (styleKey: string): styleKey is StyleKey => (STYLE_KEYS as readonly string[]).includes(styleKey);

/** Small copies of what the built-in engine would make of a photo. */
@Injectable()
export class StylePreviews {
  constructor(
    private readonly images: ImagesRepository,
    private readonly styles: StylesService,
    private readonly drawings: PreviewDrawings,
  ) {}

  /** Throws 404 for a photo that is not the caller's and for an unknown style. It is drawn when it is opened. */
  async find(caller: Caller, photoId: string, styleKey: string): Promise<Picture> {
    const photo = await this.images.findOwnUpload(caller, photoId);
    if (!photo || !hasRecipe(styleKey) || !(await this.styles.findActive(styleKey))) throw pictureUnknown();
    return {
      etag: `"${photoId}-${styleKey}"`,
      mimeType: 'image/webp',
      open: () => this.drawings.open(photo, styleKey),
    };
  }
}
