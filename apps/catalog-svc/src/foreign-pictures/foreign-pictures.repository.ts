import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { FetchedPicture } from './fetch-foreign-picture.js';

/** Addresses of products and variants that were not fetched yet: from before this table, or from a restored database. */
const LIST_UNKNOWN = `
  SELECT DISTINCT address FROM (
    SELECT image_url FROM products WHERE deleted_at IS NULL
    UNION ALL SELECT mockup_template_url FROM products WHERE deleted_at IS NULL
    UNION ALL SELECT image_url FROM product_variants
  ) AS used (address)
  WHERE address ILIKE 'https://%' AND NOT EXISTS (SELECT FROM foreign_pictures f WHERE f.address = used.address)
  ORDER BY address LIMIT $1`;

@Injectable()
export class ForeignPicturesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  listUnknown(limit: number): Promise<{ address: string }[]> {
    return this.dataSource.query<{ address: string }[]>(LIST_UNKNOWN, [limit]);
  }

  /** Returns true if the picture must be fetched: the address is new, or was refused before. */
  async request(address: string, manager: EntityManager): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `INSERT INTO foreign_pictures AS f (address) VALUES ($1)
       ON CONFLICT (address) DO UPDATE SET refusal = NULL WHERE f.refusal IS NOT NULL RETURNING 1`,
      [address],
    );
    return rows.length > 0;
  }

  async store(address: string, { mimeType, bytes }: FetchedPicture): Promise<void> {
    await this.dataSource.query(
      `UPDATE foreign_pictures SET mime_type = $2, bytes = $3, refusal = NULL, fetched_at = now() WHERE address = $1`,
      [address, mimeType, bytes],
    );
  }

  /** A picture that was fetched before stays. */
  async refuse(address: string, refusal: string): Promise<void> {
    await this.dataSource.query('UPDATE foreign_pictures SET refusal = $2 WHERE address = $1', [address, refusal]);
  }

  async find(address: string): Promise<FetchedPicture | null> {
    const [picture] = await this.dataSource.query<FetchedPicture[]>(
      `SELECT mime_type AS "mimeType", bytes FROM foreign_pictures WHERE address = $1 AND bytes IS NOT NULL`,
      [address],
    );
    return picture ?? null;
  }

  /** Why the pictures of these addresses can't be shown. */
  async listRefusals(addresses: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.dataSource.query<{ address: string; refusal: string }[]>(
      'SELECT address, refusal FROM foreign_pictures WHERE address = ANY($1) AND refusal IS NOT NULL AND bytes IS NULL',
      [addresses],
    );
    return new Map(rows.map(({ address, refusal }) => [address, refusal]));
  }
}
