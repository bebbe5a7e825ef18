import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Style } from '@shop/contracts/art';
import { CONFIG } from '@shop/service-kit';
import { Repository } from 'typeorm';
import type { Config } from '../config.js';
import { STYLE_SEEDS } from './style-seeds.js';
import { StyleEntity } from './style.entity.js';

export interface ReadyList {
  readonly body: Buffer;
  readonly etag: string;
}

/** Styles change by hand in the database, if ever; after this time the change is seen. */
const FRESH_MS = 30_000;

@Injectable()
export class StylesService implements OnModuleInit {
  private list: Promise<ReadyList> | null = null;
  private readAt = 0;

  constructor(
    @InjectRepository(StyleEntity) private readonly styles: Repository<StyleEntity>,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** D19: an empty table is filled, unless it is meant to stay empty. Instances that start together write the same rows once. */
  async onModuleInit(): Promise<void> {
    if (this.config.SEED === 'none' || (await this.styles.count()) > 0) return;
    const rows = STYLE_SEEDS.map((seed, position) => ({ ...seed, position }));
    await this.styles.createQueryBuilder().insert().values(rows).orIgnore().execute();
  }

  /** What `GET /api/styles` answers, as bytes made once. */
  listReady(): Promise<ReadyList> {
    if (this.list && Date.now() - this.readAt < FRESH_MS) return this.list;
    this.readAt = Date.now();
    this.list = this.read().catch((error: unknown) => {
      this.list = null;
      throw error;
    });
    return this.list;
  }

  findActive(key: string): Promise<StyleEntity | null> {
    return this.styles.findOneBy({ key, active: true });
  }

  findByKey(key: string): Promise<StyleEntity | null> {
    return this.styles.findOneBy({ key });
  }

  private async read(): Promise<ReadyList> {
    const rows = await this.styles.find({ where: { active: true }, order: { position: 'ASC', key: 'ASC' } });
    const body = Buffer.from(JSON.stringify(rows.map(toStyle)));
    return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
  }
}

const toStyle = ({ id, key, name, description }: StyleEntity): Style => ({ id, key, name, description });
