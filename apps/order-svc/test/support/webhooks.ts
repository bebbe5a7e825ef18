import { randomUUID } from 'node:crypto';
import type { TestResponse } from '@shop/testing';
import type { SandboxEvent } from '../../src/payments/sandbox/sandbox-event.mapper.js';
import { signWebhook } from '../../src/payments/webhook-signature.rules.js';
import { WEBHOOK_SECRET, type TestShop } from './test-shop.js';

type IntentEvent = Extract<SandboxEvent, { data: { object: { clientSecret: string } } }>;
type IntentState = IntentEvent['data']['object'];

/** Creates the event that the provider would send for this intent now, with changes. */
export async function createIntentEvent(
  shop: TestShop,
  intentId: string,
  change: Partial<IntentState> = {},
  id = `evt_${randomUUID()}`,
): Promise<IntentEvent> {
  const [intent] = await shop.query(
    `SELECT id, client_secret AS "clientSecret", status, amount_cents AS "amountCents", currency, failure_message AS "failureMessage" FROM sandbox_intents WHERE id = $1`,
    [intentId],
  );
  const object = { ...(intent as unknown as IntentState), ...change };
  const type = object.status === 'succeeded' ? 'payment_intent.succeeded' : 'payment_intent.payment_failed';
  return { id, type, created: Math.floor(Date.now() / 1000), data: { object } };
}

/** Delivers a webhook to the shop like the sandbox does. */
export function deliverWebhook(shop: TestShop, event: unknown, signature?: string): Promise<TestResponse> {
  const body = JSON.stringify(event);
  const headers = {
    'content-type': 'application/json',
    'sandbox-signature': signature ?? signWebhook(WEBHOOK_SECRET, body),
  };
  return shop.service.call('POST', '/api/webhooks/stripe', { body, headers });
}

/** Marks the intent as paid without a webhook. */
export async function payWithoutWebhook(shop: TestShop, intentId: string, amountCents?: number): Promise<void> {
  await shop.query(
    `UPDATE sandbox_intents SET status = 'succeeded', amount_cents = COALESCE($2, amount_cents) WHERE id = $1`,
    [intentId, amountCents ?? null],
  );
}
