import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Style, StyleKey } from '@shop/contracts-art';
import { CONFIG } from '@shop/service-kit';
import { Repository } from 'typeorm';
import type { Config } from '../config.js';
import { StyleEntity } from './style.entity.js';

export interface StyleSeed {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly promptTemplate: string;
}

const COMMON_RULES =
  'Keep the animal’s own markings, face and pose clearly recognizable. No text, no watermark, no border.';

/** The styles in their display order. */
export const STYLE_SEEDS: readonly (StyleSeed & { readonly key: StyleKey })[] = [
  {
    key: 'cyberpunk',
    name: 'Cyberpunk',
    description: 'Neon light from both sides, glowing outlines and a city at night behind your pet.',
    promptTemplate: `Turn this photo of a pet {petName} into a cyberpunk portrait: night, magenta and cyan neon light from opposite sides, glowing outlines, a retro-futuristic skyline with a large sun behind. ${COMMON_RULES} {prompt}`,
  },
  {
    key: 'modern',
    name: 'Modern',
    description: 'A bold screen-printed poster in five flat colors with halftone dots.',
    promptTemplate: `Turn this photo of a pet {petName} into a modern screen-printed poster: five flat bold colors, halftone shading, dark contour, a single disc on a plain colored ground. ${COMMON_RULES} {prompt}`,
  },
  {
    key: 'minimalistic',
    name: 'Minimalistic',
    description: 'A few brushed lines and one quiet color on plenty of white paper.',
    promptTemplate: `Turn this photo of a pet {petName} into a minimalistic illustration: off-white paper with much empty space, few confident ink lines, two washes of one muted color, one plain circle behind. ${COMMON_RULES} {prompt}`,
  },
  {
    key: 'abstract',
    name: 'Abstract',
    description: 'Your pet cut from hundreds of glass facets in vivid colors.',
    promptTemplate: `Turn this photo of a pet {petName} into an abstract faceted portrait: many small angular planes of vivid color from cool shadows to warm light, large calm facets behind. ${COMMON_RULES} {prompt}`,
  },
];

export interface CachedResponse {
  readonly body: Buffer;
  readonly etag: string;
}

/** An admin's change in another instance is visible after this time. New artworks are checked in the database. */
const CACHE_MS = 5_000;

@Injectable()
export class StylesService implements OnModuleInit {
  private cachedResponse: Promise<CachedResponse> | null = null;
  private cachedAt = 0;

  constructor(
    @InjectRepository(StyleEntity) private readonly styles: Repository<StyleEntity>,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Adds each style once, unless `SEED` is `none`. Instances that start together insert each row once. */
  async onModuleInit(): Promise<void> {
    if (this.config.SEED !== 'none') await this.addNewStyles(STYLE_SEEDS);
  }

  /** A style that was added before stays as it is: inactive, changed or deleted. */
  async addNewStyles(seeds: readonly StyleSeed[]): Promise<void> {
    await this.styles.manager.transaction(async (manager) => {
      const added = await manager.query<{ key: string }[]>(
        'INSERT INTO seeded_styles (key) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING RETURNING key',
        [seeds.map(({ key }) => key)],
      );
      const isNew = ({ key }: StyleSeed): boolean => added.some((row) => row.key === key);
      const rows = seeds.map((seed, position) => ({ ...seed, position })).filter(isNew);
      if (rows.length > 0)
        await manager.createQueryBuilder().insert().into(StyleEntity).values(rows).orIgnore().execute();
    });
  }

  /** The response of `GET /api/styles`, encoded once. */
  getListResponse(): Promise<CachedResponse> {
    if (this.cachedResponse && Date.now() - this.cachedAt < CACHE_MS) return this.cachedResponse;
    this.cachedAt = Date.now();
    this.cachedResponse = this.createResponse().catch((error: unknown) => {
      this.cachedResponse = null;
      throw error;
    });
    return this.cachedResponse;
  }

  /** After a change in this instance. */
  clearCache(): void {
    this.cachedResponse = null;
  }

  findActive(key: string): Promise<StyleEntity | null> {
    return this.styles.findOneBy({ key, active: true });
  }

  findByKey(key: string): Promise<StyleEntity | null> {
    return this.styles.findOneBy({ key });
  }

  private async createResponse(): Promise<CachedResponse> {
    const rows = await this.styles.find({ where: { active: true }, order: { position: 'ASC', key: 'ASC' } });
    const engine = this.config.OPENAI_API_KEY ? 'openai' : 'built-in';
    const body = Buffer.from(JSON.stringify(rows.map((row): Style => ({ ...toStyle(row), engine }))));
    return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
  }
}

export const toStyle = ({ id, key, name, description, exampleUrl }: StyleEntity): Omit<Style, 'engine'> => ({
  id,
  key,
  name,
  description,
  ...(exampleUrl === null ? {} : { exampleUrl }),
});
