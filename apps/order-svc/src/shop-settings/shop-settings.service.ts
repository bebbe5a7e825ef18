import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError } from '@shop/contracts-common';
import {
  type AdminShop,
  type ChangeShopRequest,
  type Seller,
  type Shop,
  SHOP_STALE,
  type ShopSection,
  shopSettingsChanged,
  TIME_ZONE_UNKNOWN,
} from '@shop/contracts-order';
import { EventOutbox } from '@shop/messaging';
import { type AuditActor, AuditTrail, type SeenVersions } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { ShopSettingsRepository } from './shop-settings.repository.js';
import {
  applyChange,
  areSectionsSeen,
  getSettings,
  listChangedSections,
  type SavedSettings,
  toPublicShop,
} from './shop-settings.rules.js';

/** The subject of the audit trail and of events: there is one shop. */
const SHOP_ID = '5b0b7c52-4f0e-4d0c-9f63-6a1f1d5c0001';

const toAdminShop = (saved: SavedSettings): AdminShop => ({ ...getSettings(saved), version: saved.version });

/** What the owner has set. The settings are data of the seller, not of customers. */
@Injectable()
export class ShopSettingsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly settings: ShopSettingsRepository,
    private readonly auditTrail: AuditTrail,
    private readonly outbox: EventOutbox,
  ) {}

  async getPublicShop(manager?: EntityManager, now = new Date()): Promise<Shop> {
    return toPublicShop(getSettings(await this.settings.getSaved(manager)), now);
  }

  async getAdminShop(): Promise<AdminShop> {
    return toAdminShop(await this.settings.getSaved());
  }

  async getSeller(): Promise<Seller> {
    return getSettings(await this.settings.getSaved()).seller;
  }

  /** An IANA name that PostgreSQL knows. A day of the shop begins at its midnight. */
  async getShopTimeZone(): Promise<string> {
    return getSettings(await this.settings.getSaved()).timeZone;
  }

  /**
   * Saves the sent sections. Without a difference nothing happens, whatever the version: a call that is repeated because its response was lost
   * finds its own change. Throws 409 if someone else has changed one of them since the version that the admin saw.
   */
  async changeSettings(change: ChangeShopRequest, by: AuditActor, seen: SeenVersions): Promise<AdminShop> {
    const { timeZone } = change;
    if (timeZone !== undefined && !(await this.settings.isKnownTimeZone(timeZone)))
      throw new DomainError('TIME_ZONE_UNKNOWN', 'invalid', TIME_ZONE_UNKNOWN, {
        fieldErrors: { timeZone: TIME_ZONE_UNKNOWN },
      });
    return this.dataSource.transaction(async (manager) => {
      const saved = await this.settings.getLocked(manager);
      const changed = listChangedSections(saved, change);
      if (changed.length === 0) return toAdminShop(saved);
      if (!areSectionsSeen(saved, changed, seen)) throw new DomainError('SHOP_STALE', 'conflict', SHOP_STALE);
      const next = applyChange(saved, changed, change);
      await this.settings.save(manager, next);
      await this.recordChange(manager, { changed, before: saved, after: next, by });
      return toAdminShop(next);
    });
  }

  private async recordChange(
    manager: EntityManager,
    {
      changed,
      before,
      after,
      by,
    }: { changed: ShopSection[]; before: SavedSettings; after: SavedSettings; by: AuditActor },
  ): Promise<void> {
    const pick = (from: SavedSettings) => {
      const all = getSettings(from);
      return Object.fromEntries(changed.map((section) => [section, all[section]]));
    };
    await this.auditTrail.addEntry(manager, {
      actor: by,
      action: 'shop.settings-changed',
      subject: { type: 'shop', id: SHOP_ID },
      before: pick(before),
      after: pick(after),
    });
    const { replyTemplates: _, ...published } = getSettings(after);
    await this.outbox.publish(manager, shopSettingsChanged, {
      subject: `shop/${SHOP_ID}`,
      data: { ...published, version: after.version },
    });
  }
}
