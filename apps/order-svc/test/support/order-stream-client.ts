import type { CustomerOrder } from '@shop/contracts-order';
import { signIdentityToken, type TestService } from '@shop/testing';
import type { PaidOrder } from './paid-orders.js';

export interface OrderStreamClient {
  /** Every update so far. */
  updates: CustomerOrder[];
  /** Resolves when the stream is over: ended by the service, or disconnected. */
  over: Promise<'ended' | 'cut'>;
  stop(): void;
}

/** Watches an order like a browser's EventSource; resolves with the first bytes of the stream. */
export async function openOrderStream(
  service: TestService,
  { id, who }: Pick<PaidOrder, 'id' | 'who'>,
  key = '',
): Promise<OrderStreamClient> {
  const disconnect = new AbortController();
  const headers = { accept: 'text/event-stream', 'x-identity-token': await signIdentityToken(who) };
  const response = await fetch(new URL(`/api/orders/${id}/live?key=${key}`, service.url), {
    headers,
    signal: disconnect.signal,
  });
  if (response.status !== 200 || !response.body) throw new Error(`${response.status}: ${await response.text()}`);
  const updates: CustomerOrder[] = [];
  const readUpdates = async (stream: ReadableStream<Uint8Array>): Promise<void> => {
    let text = '';
    for await (const chunk of stream) {
      text += Buffer.from(chunk).toString('utf8');
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks)
        if (block.startsWith('event: order\ndata: '))
          updates.push(JSON.parse(block.slice('event: order\ndata: '.length)) as CustomerOrder);
    }
  };
  const over = readUpdates(response.body).then(
    () => 'ended' as const,
    () => 'cut' as const,
  );
  return { updates, over, stop: () => disconnect.abort() };
}
