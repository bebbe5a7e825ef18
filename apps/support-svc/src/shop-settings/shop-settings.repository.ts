import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { EventPayload } from '@shop/contracts-common';
import type { shopSettingsChanged } from '@shop/contracts-order';
import { DataSource, type EntityManager } from 'typeorm';

export type PublishedSettings = EventPayload<typeof shopSettingsChanged>;

/** What the owner has set: a read model of order-svc's settings. */
@Injectable()
export class ShopSettingsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async save(manager: EntityManager, settings: PublishedSettings): Promise<void> {
    await manager.query(
      'INSERT INTO shop_settings (settings) VALUES ($1) ON CONFLICT (id) DO UPDATE SET settings = excluded.settings',
      [JSON.stringify(settings)],
    );
  }

  /** Null: nothing was set. */
  async find(): Promise<PublishedSettings | null> {
    const [row] = await this.dataSource.query<{ settings: PublishedSettings }[]>('SELECT settings FROM shop_settings');
    return row?.settings ?? null;
  }
}
