import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { checkSubjectFinder } from '@shop/art-engine/subject-finder';
import { CONFIG, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';

/** Logs at the start how pets are found: a shop that lacks the network's runtime works, but cuts out worse. */
@Injectable()
export class SubjectFinderCheckService implements OnApplicationBootstrap {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The start does not wait for it. */
  onApplicationBootstrap(): void {
    void this.logSubjectFinder();
  }

  async logSubjectFinder(): Promise<void> {
    const { source, reason } = await checkSubjectFinder({ weightsPath: this.config.CUT_OUT_WEIGHTS });
    if (source === 'network') this.logger.info({ reason }, 'pets are found by the network');
    else this.logger.warn({ reason }, 'pets are found by contrast, because the network can’t run');
  }
}
