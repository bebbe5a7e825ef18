import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { VARIANTS, type Variant, type VariantChanges } from './catalogue.js';

const CHANGE = `
  INSERT INTO printful_variants (id, changes) VALUES ($1, $2)
  ON CONFLICT (id) DO UPDATE SET changes = printful_variants.changes || EXCLUDED.changes`;

/** The catalogue as someone at the printer has changed it. */
@Injectable()
export class CatalogueRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** All variants by id. */
  async listVariants(manager: EntityManager = this.dataSource.manager): Promise<ReadonlyMap<number, Variant>> {
    const changed = await manager.query<{ id: number; changes: VariantChanges }[]>(
      'SELECT id, changes FROM printful_variants',
    );
    if (changed.length === 0) return VARIANTS;
    const variants = new Map(VARIANTS);
    for (const { id, changes } of changed) {
      const variant = VARIANTS.get(id);
      if (variant) variants.set(id, { ...variant, ...changes });
    }
    return variants;
  }

  async changeVariant(id: number, changes: VariantChanges): Promise<void> {
    await this.dataSource.query(CHANGE, [id, JSON.stringify(changes)]);
  }
}
