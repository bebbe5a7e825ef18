import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import {
  addPartMetrics,
  CONFIG,
  createProcessMetrics,
  createRequestDuration,
  formatMetrics,
  Readiness,
  type RequestDuration,
} from '@shop/service-kit/http';
import type { Registry } from 'prom-client';
import { toLocalHost, type Config } from '../config.js';

/** Collects metrics and serves `/metrics` on a separate port that is not public. */
@Injectable()
export class Metrics implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly registry: Registry;
  readonly requestDuration: RequestDuration;
  private readonly server = createServer((req, res) => {
    if (req.url !== '/metrics') {
      res.writeHead(404).end();
      return;
    }
    formatMetrics(this.registry).then(
      (text) => res.writeHead(200, { 'content-type': this.registry.contentType }).end(text),
      () => res.writeHead(500).end(),
    );
  });

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    readiness: Readiness,
  ) {
    this.registry = createProcessMetrics('gateway', config.APP_VERSION);
    this.requestDuration = createRequestDuration(this.registry);
    addPartMetrics(this.registry, readiness);
  }

  get url(): string {
    return `http://${toLocalHost(this.config.METRICS_HOST)}:${(this.server.address() as AddressInfo).port}/metrics`;
  }

  async onApplicationBootstrap(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(this.config.METRICS_PORT, this.config.METRICS_HOST, resolve);
    });
  }

  async onApplicationShutdown(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
