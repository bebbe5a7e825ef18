import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@shop/service-kit';
import type { EntityManager } from 'typeorm';
import type { Config } from '../../config.js';
import type { SandboxEvent, SandboxNews } from './sandbox-event.js';
import { deliveriesUnder } from './sandbox-faults.rules.js';

/** What is never sent keeps its row all the same: the provider's books say that it happened. */
const QUEUE = `
  INSERT INTO sandbox_webhooks (id, payload, next_attempt_at)
  VALUES ($1, $2, CASE WHEN $3::int IS NULL THEN 'infinity' ELSE now() + $3::int * interval '1 millisecond' END)`;

/** Webhooks to be sent, written in the transaction of what they tell. */
@Injectable()
export class SandboxQueue {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  async put(manager: EntityManager, { type, object }: SandboxNews): Promise<void> {
    const event = { id: `evt_${randomBytes(12).toString('hex')}`, type, created: Math.floor(Date.now() / 1000), data: { object } } as SandboxEvent;
    const payload = JSON.stringify(event);
    for (const [copy, delayMs] of deliveriesUnder(this.config.SANDBOX_FAULTS, Math.random).entries()) {
      await manager.query(QUEUE, [copy === 0 ? event.id : `${event.id}:${copy + 1}`, payload, delayMs]);
    }
  }
}
