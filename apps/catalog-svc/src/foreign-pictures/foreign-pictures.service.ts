import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { isForeignPicture } from '@shop/contracts-catalog';
import { defineJob, HandleJob, JobQueue, type JobContext } from '@shop/jobs';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { type FetchedPicture, fetchForeignPicture, PictureRefused } from './fetch-foreign-picture.js';
import { ForeignPicturesRepository } from './foreign-pictures.repository.js';

/** Fetches the picture of an address. Its key is the address. */
const fetchPictureJob = defineJob<{ address: string }>('catalog.fetch-picture', { timeoutMs: 30_000, concurrency: 2 });

/** At a start. The others follow at the next one, or when their product is saved. */
const MAX_UNKNOWN = 500;

/** Products' pictures on other sites are fetched once, checked, and served from here (D189). */
@Injectable()
export class ForeignPicturesService implements OnApplicationBootstrap {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly repository: ForeignPicturesRepository,
    private readonly jobs: JobQueue,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const unknown = await this.repository.listUnknown(MAX_UNKNOWN);
    for (const { address } of unknown)
      await this.dataSource.transaction((manager) => this.requestPictures([address], manager));
  }

  /** Call it in the transaction that saves the addresses. Values that are no address of another site are ignored. */
  async requestPictures(addresses: readonly unknown[], manager: EntityManager): Promise<void> {
    for (const address of addresses) {
      if (typeof address !== 'string' || !isForeignPicture(address)) continue;
      if (await this.repository.request(address, manager))
        await this.jobs.enqueue(manager, fetchPictureJob, { address }, { key: address });
    }
  }

  /** By address: why its picture can't be shown. */
  async listProblems(addresses: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
    const foreign = addresses.filter((address) => address !== null && isForeignPicture(address)) as string[];
    return foreign.length === 0 ? new Map() : this.repository.listRefusals(foreign);
  }

  findPicture(address: string): Promise<FetchedPicture | null> {
    return this.repository.find(address);
  }

  @HandleJob(fetchPictureJob)
  async fetchPicture({ address }: { address: string }, { signal, isLastAttempt }: JobContext): Promise<void> {
    try {
      await this.repository.store(address, await fetchForeignPicture(address, signal));
    } catch (error) {
      if (!(error instanceof PictureRefused) && !isLastAttempt) throw error;
      const refusal = error instanceof PictureRefused ? error.message : 'The other site does not answer.';
      await this.repository.refuse(address, refusal);
      this.logger.warn({ err: error, address }, 'the picture of another site can not be shown');
    }
  }
}
