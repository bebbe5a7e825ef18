import { defineEvent, type EventEnvelope } from '@shop/contracts-common';
import type { DataSource } from 'typeorm';
import * as z from 'zod/mini';
import { EventContext } from './event-context.js';
import { OnEvent } from './on-event.decorator.js';
import { UnreadablePayloadError } from './unreadable-payload.error.js';

const productDeleted = defineEvent(
  'product.deleted',
  'catalog-svc',
  { readBy: [] },
  '',
  z.object({ productId: z.uuid() }),
);

const envelope = (data: unknown): EventEnvelope => ({
  specversion: '1.0',
  id: '0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0001',
  type: 'product.deleted',
  source: '/catalog-svc',
  subject: 'product/1',
  time: '2026-01-01T00:00:00.000Z',
  datacontenttype: 'application/json',
  sequence: 1,
  data,
});

const noDatabase = {} as DataSource;
const id = '0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0002';

class LongWork {
  received: unknown[] = [];

  @OnEvent(productDeleted, { inbox: false })
  async onDeleted(event: EventEnvelope<{ productId: string }>, _context: EventContext): Promise<void> {
    this.received.push(event.data);
  }
}

describe('@OnEvent', () => {
  it('passes the parsed payload without unknown fields', async () => {
    const work = new LongWork();
    const context = new EventContext(envelope({ productId: id, extra: 'dropped' }), 1, noDatabase);
    await work.onDeleted(context.envelope as EventEnvelope<{ productId: string }>, context);
    expect(work.received).toEqual([{ productId: id }]);
    expect(context.failures).toEqual([]);
  });

  it('reports errors to the context instead of throwing them', async () => {
    const context = new EventContext(envelope({ productId: 'no uuid' }), 1, noDatabase);
    await expect(
      new LongWork().onDeleted(context.envelope as EventEnvelope<{ productId: string }>, context),
    ).resolves.toBeUndefined();
    expect(context.failures).toEqual([expect.any(UnreadablePayloadError)]);
    expect(context.handlersReached).toBe(1);
  });

  it('has no transaction with inbox: false', () => {
    expect(() => new EventContext(envelope({}), 1, noDatabase).manager).toThrow('inbox: false');
  });

  it('refuses two keepLatest methods of one class for the same event', () => {
    expect(() => {
      class Twice {
        @OnEvent(productDeleted, { keepLatest: true })
        async one(): Promise<void> {}
        @OnEvent(productDeleted, { keepLatest: true })
        async other(): Promise<void> {}
      }
      return Twice;
    }).toThrow('only one keepLatest method can handle product.deleted');
  });

  it('refuses keepLatest with inbox: false', () => {
    expect(() => {
      class NoInbox {
        @OnEvent(productDeleted, { keepLatest: true, inbox: false })
        async one(): Promise<void> {}
      }
      return NoInbox;
    }).toThrow('keepLatest needs the inbox');
  });
});
