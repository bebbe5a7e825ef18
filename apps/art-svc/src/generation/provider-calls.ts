import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { ProviderCall } from '../engines/image-engine.js';

/** What a job's drawings asked of providers, and what that cost: one entry a call, so that attempts and sums follow from it. */
@Injectable()
export class ProviderCalls {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Also where the job was lost or has ended meanwhile: the call is paid for all the same. */
  async note(jobId: string, call: ProviderCall): Promise<void> {
    await this.dataSource.query('UPDATE ai_jobs SET usage = usage || jsonb_build_array($2::jsonb) WHERE id = $1', [
      jobId,
      JSON.stringify(call),
    ]);
  }
}
