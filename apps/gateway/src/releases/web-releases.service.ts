import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DomainError } from '@shop/contracts-common';
import { openReleaseStore, toPointerKey, type ReleaseStore } from '@shop/releases';
import { CONFIG, LOGGER, Readiness } from '@shop/service-kit/http';
import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import { CLOCK, SHELL, type Config } from '../config.js';
import { AppReleases, getOwn, type FoundFile, type LiveBuild } from './app-releases.js';
import { ReleaseCache } from './release-cache.js';

/** How soon a release or a rollback is seen. */
const POLL_MS = 1_000;
/** Requests for unknown files make a gateway read the pointers at most this often. */
const MISS_MS = 200;
/** A store that does not answer must not keep the port closed. */
const FIRST_POLL_MS = 5_000;

/** In prom-client's global registry. */
const behind = new Gauge({
  name: 'web_release_behind',
  help: '1 while this gateway serves an earlier build of a web app than its pointer names, or can not read the pointer or a list of files',
  labelNames: ['app'],
});

/** Serves the builds of web apps that their teams release (ADR 71). Without `WEB_RELEASES` there are none, and the gateway serves only the API. */
@Injectable()
export class WebReleases implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly apps = new Map<string, AppReleases>();
  private readonly stop = new AbortController();
  private store: ReleaseStore | undefined;
  private polling: Promise<void> = Promise.resolve();
  private updating: Promise<void> | undefined;
  private lastUpdateAt = 0;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CLOCK) private readonly now: () => number,
    readiness: Readiness,
  ) {
    if (config.WEB_RELEASES !== undefined) readiness.addPart('web', () => this.check());
  }

  async onApplicationBootstrap(): Promise<void> {
    const { WEB_RELEASES: address, WEB_APPS, DATA_DIR } = this.config;
    if (address === undefined) return;
    this.store = await openReleaseStore(address, this.config);
    const cache = new ReleaseCache(this.store, join(DATA_DIR, 'web-cache'));
    for (const app of WEB_APPS)
      this.apps.set(app, new AppReleases(app, cache, this.now, app === SHELL ? 'index.html' : 'mf-manifest.json'));
    await Promise.race([this.update(), delay(FIRST_POLL_MS, undefined, { ref: false })]);
    this.polling = this.poll(this.stop.signal);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stop.abort();
    this.store?.close();
    await this.polling;
    await this.updating;
  }

  /** Why there are no whole pages: what an operator reads, and does. */
  findMissing(): string | undefined {
    const missing = [...this.apps.values()].find(({ live }) => !live);
    if (!missing) return undefined;
    const reason = missing.problem ?? `${toPointerKey(missing.app)} is still being read`;
    return `The web app ${missing.app} can't be served: ${reason}. Release it with "npm run release:web -- ${missing.app}".`;
  }

  getLive(app: string): LiveBuild | undefined {
    return this.apps.get(app)?.live;
  }

  /** A file of the build that is served. */
  findLiveFile(app: string, path: string): FoundFile | null {
    const live = this.getLive(app);
    const file = live && getOwn(live.files, path);
    return live && file ? { folder: live.folder, file } : null;
  }

  /**
   * A file of a build whose pages may be open. A page of another gateway may be ahead of this one, so a file that is unknown makes it read the
   * pointers.
   */
  async findEarlierFile(app: string, path: string): Promise<FoundFile | null> {
    const releases = this.apps.get(app);
    if (!releases) return null;
    try {
      const known = await releases.findEarlierFile(path);
      if (known) return known;
      await this.updateAfterMiss(Date.now());
      return await releases.findEarlierFile(path);
    } catch (error) {
      this.logger.warn({ err: error, app, path }, 'A file of an earlier build can not be read');
      throw new DomainError('FILE_UNAVAILABLE', 'unavailable', 'This file can’t be loaded now. Please try again.', {
        retryAfterSeconds: 5,
        cause: error,
      });
    }
  }

  private async poll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.update();
      await delay(POLL_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  private async updateAfterMiss(since: number): Promise<void> {
    await delay(Math.max(0, this.lastUpdateAt + MISS_MS - since));
    // An update that began before the miss may have read an older pointer.
    while (this.lastUpdateAt < since) await this.update();
    await this.updating;
  }

  private update(): Promise<void> {
    this.updating ??= this.updateAll().finally(() => (this.updating = undefined));
    return this.updating;
  }

  private async updateAll(): Promise<void> {
    this.lastUpdateAt = Date.now();
    await Promise.all([...this.apps.values()].map((app) => this.updateApp(app)));
  }

  private async updateApp(releases: AppReleases): Promise<void> {
    const { app, problem, live } = releases;
    await releases.update();
    // Its reads were ended.
    if (this.stop.signal.aborted) return;
    behind.set({ app }, releases.problem === undefined ? 0 : 1);
    if (releases.live && releases.live !== live)
      this.logger.info({ app, build: releases.live.build }, 'Web app released');
    if (releases.problem !== problem && releases.problem !== undefined)
      this.logger.error({ app, problem: releases.problem, build: releases.live?.build }, 'Web app is not up to date');
  }

  private check(): Promise<void> {
    const reason = this.findMissing();
    return reason === undefined
      ? Promise.resolve()
      : Promise.reject(new DomainError('WEB_MISSING', 'unavailable', reason));
  }
}
