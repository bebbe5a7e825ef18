import { Gauge, type Registry } from 'prom-client';
import type { Readiness } from './readiness.js';

/** The state of each part, checked when Prometheus asks. */
export function addPartMetrics(registry: Registry, readiness: Readiness): void {
  new Gauge({
    name: 'part_state',
    help: '1 for the state that a part of this process is in: up, down, read-only, full, refused and so on',
    labelNames: ['part', 'state'],
    registers: [registry],
    async collect() {
      const parts = await readiness.checkParts();
      this.reset();
      for (const [part, { state }] of Object.entries(parts)) this.set({ part, state }, 1);
    },
  });
}
