import type { ReceivedSpan } from '@shop/tracing/testing';
import { readAnswer } from '../support/accounts.ts';
import { createBuyer, placeBuyerOrder } from '../support/orders.ts';
import { confirmCard } from '../support/sandbox.ts';
import { SHIPPING } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

const BROWSER_SPAN = 'b7ad6b7169203331';

test('one purchase is one trace from the order page to the printer, over HTTP, events and jobs, without personal data', async ({
  shop,
  traces,
}) => {
  const buyer = await createBuyer(shop);
  const placed = await placeBuyerOrder(buyer);
  await confirmCard(buyer.api, placed.clientSecret);
  // The order page asks for its order. Not sampled by the browser, and recorded all the same.
  const headers = { traceparent: `00-0af7651916cd43dd8448eb211c80319c-${BROWSER_SPAN}-00` };
  const ask = buyer.api.get.bind(buyer.api, `/api/checkout/orders/${placed.intentId}`, { headers });
  await expect.poll(async () => (await readAnswer<{ state: string }>(ask())).state).toBe('paid');

  const listPurchase = (): ReceivedSpan[] => {
    const asked = new Set(traces.spans.flatMap(({ links, traceId }) => (links.includes(BROWSER_SPAN) ? traceId : [])));
    const paid = traces.spans.find(({ name, traceId }) => name === 'create order.paid' && asked.has(traceId));
    return traces.spans.filter(({ traceId }) => traceId === paid?.traceId);
  };
  await expect
    .poll(() => [...new Set(listPurchase().map(({ service, name }) => `${service}: ${name}`))], { timeout: 90_000 })
    .toEqual(
      expect.arrayContaining([
        'gateway: GET /api/checkout/orders/:paymentIntentId',
        'order-svc: GET /api/checkout/orders/:paymentIntentId',
        'order-svc: stripe read an intent',
        'order-svc: create order.paid',
        'art-svc: process order.paid',
        'support-svc: process order.paid',
        'art-svc: run art.print-file',
        'art-svc: create print-file.completed',
        'order-svc: process print-file.completed',
        'order-svc: run orders.submit',
        'order-svc: printful POST /orders',
        'support-svc: run email.send',
      ]),
    );
  // A parent ends after its children, and is sent a little later.
  await expect.poll(() => listOrphans(listPurchase())).toEqual([]);
  const roots = listPurchase().filter(({ parentSpanId }) => parentSpanId === undefined);
  expect(roots).toEqual([expect.objectContaining({ service: 'gateway', links: [BROWSER_SPAN] })]);

  const everything = traces.bodies.join('\n');
  const personal = [buyer.email, SHIPPING.name, SHIPPING.address, SHIPPING.city, SHIPPING.zip, placed.orderNumber];
  expect(personal.filter((text) => everything.includes(text))).toEqual([]);
});

function listOrphans(spans: readonly ReceivedSpan[]): string[] {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  return spans.flatMap(({ name, parentSpanId }) => (parentSpanId === undefined || ids.has(parentSpanId) ? [] : name));
}
