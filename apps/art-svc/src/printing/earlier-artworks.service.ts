import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { BUILT_IN, BUILT_IN_VERSION } from '@shop/art-engine/version';
import { CONFIG } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import type { Config } from '../config.js';
import type { ImageEntity } from '../images/image.entity.js';
import { isOfEarlierVersion } from './print-recipe.rules.js';

/**
 * Artworks of earlier versions of the built-in engine: printed large, they are enlarged. Drawn again, they are painted at
 * print density, unless another engine draws now.
 */
@Injectable()
export class EarlierArtworksService {
  private readonly drawsByRecipe: boolean;

  constructor(
    @Inject(CONFIG) { OPENAI_API_KEY }: Config,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {
    this.drawsByRecipe = !OPENAI_API_KEY;
  }

  isSharperDrawnAgain(artwork: Pick<ImageEntity, 'metadata'>): boolean {
    return this.drawsByRecipe && isOfEarlierVersion(artwork);
  }

  /** Those of the artworks that are sharper if they are drawn again, and that no paid order has. */
  async findUnpaid(artworkIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (!this.drawsByRecipe || artworkIds.length === 0) return new Set();
    const rows = await this.dataSource.query<{ id: string }[]>(
      `SELECT id FROM images
       WHERE id = ANY ($1) AND metadata->>'engine' = $2 AND metadata->>'engineVersion' IS DISTINCT FROM $3
         AND NOT EXISTS (SELECT FROM print_files WHERE artwork_id = images.id)`,
      [artworkIds, BUILT_IN, BUILT_IN_VERSION],
    );
    return new Set(rows.map(({ id }) => id));
  }
}
