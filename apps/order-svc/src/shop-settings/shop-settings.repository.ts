import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { SavedSettings } from './shop-settings.rules.js';

const SELECT = 'SELECT version, sections, changed_in AS "changedIn" FROM shop_settings';
const NOTHING_SAVED: SavedSettings = { version: 0, sections: {}, changedIn: {} };

/** The table has one row, from the first change on. */
@Injectable()
export class ShopSettingsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async getSaved(manager: EntityManager = this.dataSource.manager): Promise<SavedSettings> {
    const [row] = await manager.query<SavedSettings[]>(SELECT);
    return row ?? NOTHING_SAVED;
  }

  async getLocked(manager: EntityManager): Promise<SavedSettings> {
    await manager.query('INSERT INTO shop_settings DEFAULT VALUES ON CONFLICT DO NOTHING');
    const [row] = await manager.query<SavedSettings[]>(`${SELECT} FOR UPDATE`);
    if (!row) throw new Error('The row of the settings is missing');
    return row;
  }

  async save(manager: EntityManager, { version, sections, changedIn }: SavedSettings): Promise<void> {
    await manager.query('UPDATE shop_settings SET version = $1, sections = $2, changed_in = $3, changed_at = now()', [
      version,
      JSON.stringify(sections),
      JSON.stringify(changedIn),
    ]);
  }

  /** PostgreSQL may know fewer time zones than this process. */
  async isKnownTimeZone(name: string): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>('SELECT FROM pg_timezone_names WHERE lower(name) = lower($1)', [
      name,
    ]);
    return rows.length > 0;
  }
}
