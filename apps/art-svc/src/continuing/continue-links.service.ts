import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  CONTINUE_LINK,
  continueLinkRequested,
  type ContinuedDesign,
  type ContinueLinkSecret,
} from '@shop/contracts-art';
import { EventOutbox } from '@shop/messaging';
import { type Caller, CONFIG, encryptPayload, toOwner } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import type { Config } from '../config.js';
import { getImageUrl } from '../images/image.entity.js';
import { getOwnerIds, ImagesRepository } from '../images/images.repository.js';
import { ContinueLinksRepository } from './continue-links.repository.js';
import { continueLinkInvalid, continueLinksOff, designUnknown, tooManyContinueLinks } from './continuing.errors.js';
import { DesignCopiesService } from './design-copies.service.js';

const TOKEN_BYTES = 32;
const HOUR_MS = 3_600_000;

/** Links by email that open one design in another browser. support-svc sends them. */
@Injectable()
export class ContinueLinksService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    private readonly images: ImagesRepository,
    private readonly links: ContinueLinksRepository,
    private readonly copies: DesignCopiesService,
    private readonly outbox: EventOutbox,
  ) {}

  /** Throws 404 for an artwork that is not the caller's, 429 after too many of a day, 503 without a secret. */
  async sendLink(caller: Caller, artworkId: string, email: string): Promise<void> {
    const { userId } = getOwnerIds(caller);
    if (!(await this.isOwn(caller, artworkId))) throw designUnknown();
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const expiresAt = new Date(Date.now() + CONTINUE_LINK.validHours * HOUR_MS);
    const encrypted = await this.encrypt({ email, token });
    await this.dataSource.transaction(async (manager) => {
      if (!(await this.images.findAndLockOwner(artworkId, manager))) throw designUnknown();
      if (!(await this.links.insert({ artworkId, email, token, expiresAt }, manager))) throw tooManyContinueLinks();
      await this.outbox.publish(manager, continueLinkRequested, {
        subject: `artwork-of/${artworkId}`,
        data: { userId, expiresAt: expiresAt.toISOString(), encrypted },
      });
    });
  }

  /** Gives the caller a copy of the design, once. Throws 404 for a link that is unknown, has ended, or was used by another session. */
  async openLink(caller: Caller, token: string): Promise<ContinuedDesign> {
    const link = await this.links.find(token);
    if (!link) throw continueLinkInvalid();
    for (const id of link.isOpen ? [link.artworkId] : [link.copyId])
      if (id !== null && (await this.isOwn(caller, id))) return toDesign(id);
    if (!link.isOpen) throw continueLinkInvalid();
    const copyId = await this.copies.copyTo(toOwner(caller), link.artworkId, (id, manager) =>
      this.links.markOpened(link.id, id, manager),
    );
    if (copyId) return toDesign(copyId);
    // A second press in this browser was faster.
    const winner = await this.links.find(token);
    if (winner?.copyId && (await this.isOwn(caller, winner.copyId))) return toDesign(winner.copyId);
    throw continueLinkInvalid();
  }

  private async isOwn(caller: Caller, artworkId: string): Promise<boolean> {
    const { userId, guestId } = getOwnerIds(caller);
    const artwork = await this.images.findActive(artworkId);
    if (artwork?.type !== 'artwork') return false;
    return artwork.userId === null ? artwork.guestId === guestId : artwork.userId === userId;
  }

  private encrypt(secret: ContinueLinkSecret): Promise<string> {
    if (!this.config.EMAIL_SECRET) throw continueLinksOff();
    return encryptPayload(this.config.EMAIL_SECRET, continueLinkRequested.type, secret);
  }
}

const toDesign = (imageId: string): ContinuedDesign => ({ imageId, imageUrl: getImageUrl(imageId) });
