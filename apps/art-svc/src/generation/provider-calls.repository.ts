import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { ProviderCall } from '../engines/image-engine.js';

/** Records each provider call of a job with its cost, one entry for each call. */
@Injectable()
export class ProviderCallsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Needs no lease: the provider charges for the call even where the drawing lost the job. */
  async addCall(jobId: string, call: ProviderCall): Promise<void> {
    await this.dataSource.query('UPDATE ai_jobs SET usage = usage || jsonb_build_array($2::jsonb) WHERE id = $1', [
      jobId,
      JSON.stringify(call),
    ]);
  }
}
