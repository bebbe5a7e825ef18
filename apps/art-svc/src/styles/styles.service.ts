import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Style } from '@shop/contracts/art';
import { CONFIG } from '@shop/service-kit';
import { Repository } from 'typeorm';
import type { Config } from '../config.js';
import { STYLE_SEEDS } from './style-seeds.js';
import { StyleEntity } from './style.entity.js';

export interface CachedResponse {
  readonly body: Buffer;
  readonly etag: string;
}

/** Styles change only by hand in the database; a change is visible after this time. */
const CACHE_MS = 30_000;

@Injectable()
export class StylesService implements OnModuleInit {
  private cachedResponse: Promise<CachedResponse> | null = null;
  private cachedAt = 0;

  constructor(
    @InjectRepository(StyleEntity) private readonly styles: Repository<StyleEntity>,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Seeds an empty table, unless `SEED` is `none`. Instances that start together insert each row once. */
  async onModuleInit(): Promise<void> {
    if (this.config.SEED === 'none' || (await this.styles.count()) > 0) return;
    const rows = STYLE_SEEDS.map((seed, position) => ({ ...seed, position }));
    await this.styles.createQueryBuilder().insert().values(rows).orIgnore().execute();
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

  findActive(key: string): Promise<StyleEntity | null> {
    return this.styles.findOneBy({ key, active: true });
  }

  findByKey(key: string): Promise<StyleEntity | null> {
    return this.styles.findOneBy({ key });
  }

  private async createResponse(): Promise<CachedResponse> {
    const rows = await this.styles.find({ where: { active: true }, order: { position: 'ASC', key: 'ASC' } });
    const body = Buffer.from(JSON.stringify(rows.map(toStyle)));
    return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
  }
}

const toStyle = ({ id, key, name, description }: StyleEntity): Style => ({ id, key, name, description });
