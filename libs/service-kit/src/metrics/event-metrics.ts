import type { EventFigures, EventMetrics } from '@shop/messaging';
import { Counter, Gauge, type Registry } from 'prom-client';

/** Oldest unsent event, dead letters and repeated deliveries, read when Prometheus asks. Without the database the gauges are NaN. */
export function addEventMetrics(registry: Registry, events: EventMetrics): void {
  const registers = [registry];
  const read = (): Promise<EventFigures> =>
    events.read().catch(() => ({ oldestUnsentSeconds: Number.NaN, deadLetters: Number.NaN }));
  new Gauge({
    name: 'events_dead_letters',
    help: 'Unresolved dead letters in the database of this service.',
    registers,
    async collect() {
      this.set((await read()).deadLetters);
    },
  });
  new Gauge({
    name: 'events_oldest_unsent_seconds',
    help: 'Age of the oldest event in the outbox that is not sent. 0 if there is none.',
    registers,
    async collect() {
      this.set((await read()).oldestUnsentSeconds);
    },
  });
  new Counter({
    name: 'events_retries_total',
    help: 'Deliveries of this process that failed and are repeated.',
    registers,
    collect() {
      this.reset();
      this.inc(events.retries);
    },
  });
  new Counter({
    name: 'events_unreadable_total',
    help: 'Deliveries to this process whose payload does not fit the schema. They are repeated for days.',
    registers,
    collect() {
      this.reset();
      this.inc(events.unreadable);
    },
  });
}
