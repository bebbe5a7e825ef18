import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { parseServiceRoutes, ROUTES_FILE } from '@shop/contracts-all';
import { SERVICE_NAMES, type ServiceName } from '@shop/contracts-common/routes';
import { openReleaseStore, type ReleaseStore } from '@shop/releases';
import { CONFIG, LOGGER } from '@shop/service-kit/http';
import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import { CLOCK, type Config } from '../config.js';
import { AppReleases } from '../releases/app-releases.js';
import { ReleaseCache } from '../releases/release-cache.js';
import { RouteTable } from './route-table.js';

const POLL_MS = 2_000;
/** A store that does not answer must not keep the port closed. */
const FIRST_POLL_MS = 5_000;

/** In prom-client's global registry. */
const behind = new Gauge({
  name: 'released_routes_behind',
  help: '1 while this gateway does not use the routes that a service has released: it refused them, or can not read them',
  labelNames: ['app'],
});

/** Takes the routes that services release beside the web apps into the table (ADR 73). Without `WEB_RELEASES` the built ones stay. */
@Injectable()
export class ServiceRoutes implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly stop = new AbortController();
  /** Service → the build that was taken last. A refused one is tried again: another service may have given a call away. */
  private readonly taken = new Map<ServiceName, string>();
  private readonly problems = new Map<ServiceName, string>();
  private releases: readonly (readonly [ServiceName, AppReleases])[] = [];
  private store: ReleaseStore | undefined;
  private polling: Promise<void> = Promise.resolve();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CLOCK) private readonly now: () => number,
    private readonly table: RouteTable,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { WEB_RELEASES: address, DATA_DIR } = this.config;
    if (address === undefined) return;
    this.store = await openReleaseStore(address, this.config);
    const cache = new ReleaseCache(this.store, join(DATA_DIR, 'route-cache'));
    this.releases = SERVICE_NAMES.map(
      (service) => [service, new AppReleases(`${service}-svc`, cache, this.now, ROUTES_FILE)] as const,
    );
    const first = this.update();
    await Promise.race([first, delay(FIRST_POLL_MS, undefined, { ref: false })]);
    this.polling = first.then(() => this.poll());
  }

  async onApplicationShutdown(): Promise<void> {
    this.stop.abort();
    this.store?.close();
    await this.polling;
  }

  /** Takes what was released since the last update. */
  async update(): Promise<void> {
    await Promise.all(this.releases.map(([service, each]) => this.updateService(service, each)));
  }

  private async poll(): Promise<void> {
    const { signal } = this.stop;
    while (!signal.aborted) {
      await delay(POLL_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) await this.update();
    }
  }

  private async updateService(service: ServiceName, releases: AppReleases): Promise<void> {
    try {
      await releases.update();
      const { live } = releases;
      if (live && live.build !== this.taken.get(service)) {
        const text = await readFile(join(live.folder, ROUTES_FILE), 'utf8');
        this.table.replace(service, parseServiceRoutes(text, service));
        this.taken.set(service, live.build);
        this.logger.info({ service, build: live.build }, 'Routes released');
      }
      // A service that has never released its routes has the built ones.
      const isBuilt = !live && !releases.isReleased;
      if (releases.problem !== undefined && !isBuilt) throw new Error(releases.problem);
      this.problems.delete(service);
      behind.set({ app: releases.app }, 0);
    } catch (error) {
      // Its reads were ended.
      if (this.stop.signal.aborted) return;
      behind.set({ app: releases.app }, 1);
      const problem = error instanceof Error ? error.message : String(error);
      if (this.problems.get(service) !== problem)
        this.logger.error({ err: error, service }, 'Released routes are not used: those before stay');
      this.problems.set(service, problem);
    }
  }
}
