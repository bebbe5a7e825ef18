import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SHARE_TOKEN, sharePath, type NewShareLink, type SharedArtwork, type ShareLink } from '@shop/contracts-art';
import { getPrintableName } from '@shop/contracts-art/pet-name';
import { BRAND, type PageHead } from '@shop/contracts-common';
import type { Caller } from '@shop/service-kit';
import { ImageCopiesService, SHARED_PICTURE_PX } from '../media/image-copies.service.js';
import type { Picture } from '../media/send-picture.js';
import { type LinkedArtwork, ShareLinksRepository, type StoredShareLink } from './share-links.repository.js';
import { sharedUnknown, tooManyShareLinks } from './sharing.errors.js';

const TOKEN_BYTES = 16;

/** Links by which everybody sees an artwork, made and ended by its owner. */
@Injectable()
export class SharingService {
  constructor(
    private readonly links: ShareLinksRepository,
    private readonly imageCopies: ImageCopiesService,
  ) {}

  /** Throws 404 for an artwork that is not the caller's. */
  async list(caller: Caller, artworkId: string): Promise<ShareLink[]> {
    const links = await this.links.listForOwner(caller, artworkId);
    if (!links) throw sharedUnknown();
    return links.map(toShareLink);
  }

  /** Throws 404 for an artwork that is not the caller's, 409 where it has too many links. */
  async create(caller: Caller, artworkId: string): Promise<NewShareLink> {
    const token = randomBytes(TOKEN_BYTES).toString('hex');
    const link = await this.links.insertForOwner(caller, artworkId, token);
    if (link === 'unknown') throw sharedUnknown();
    if (link === 'full') throw tooManyShareLinks();
    return { ...toShareLink(link), path: sharePath(token) };
  }

  /** Throws 404 for a link to an artwork that is not the caller's. */
  async endLink(caller: Caller, linkId: string): Promise<void> {
    if (!(await this.links.deleteForOwner(caller, linkId))) throw sharedUnknown();
  }

  /** Throws 404 for an unknown or ended link. */
  async getArtwork(token: string): Promise<SharedArtwork> {
    const { styleKey, petName, ...artwork } = await this.findArtwork(token);
    return {
      styleKey,
      petName: getPrintableName(petName ?? '') || null,
      picture: { url: `/media/shared/${token}`, ...toSharedSize(artwork) },
    };
  }

  /** Throws 404 for an unknown or ended link. */
  async getPicture(token: string): Promise<Picture> {
    const artwork = await this.findArtwork(token);
    return {
      etag: `"${token}"`,
      mimeType: 'image/jpeg',
      open: () => this.imageCopies.readSharedPicture(artwork),
    };
  }

  /** Throws 404 for an unknown or ended link. */
  async getPageHead(token: string): Promise<PageHead> {
    const { styleKey, petName, picture } = await this.getArtwork(token);
    const style = styleKey.replaceAll('-', ' ');
    const title = petName ? `${petName} as a work of art` : 'A pet as a work of art';
    return {
      title: `${title} · ${BRAND}`,
      description: `A portrait in ${style} style, drawn from a photo. Turn a photo of your own pet into art.`,
      picture,
    };
  }

  private async findArtwork(token: string): Promise<LinkedArtwork> {
    const artwork = SHARE_TOKEN.test(token) ? await this.links.findArtwork(token) : null;
    if (!artwork) throw sharedUnknown();
    return artwork;
  }
}

const toShareLink = ({ id, createdAt }: StoredShareLink): ShareLink => ({ id, createdAt: createdAt.toISOString() });

function toSharedSize({ widthPx, heightPx }: Pick<LinkedArtwork, 'widthPx' | 'heightPx'>): {
  width: number;
  height: number;
} {
  const scale = Math.min(1, SHARED_PICTURE_PX / Math.max(widthPx, heightPx));
  return { width: Math.round(widthPx * scale), height: Math.round(heightPx * scale) };
}
