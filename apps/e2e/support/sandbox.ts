import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import type { Stack } from '@shop/tools/stack';
import { CARDS } from './steps.ts';

/** The calls of the payment form. */
export const CONFIRM = 'POST /sandbox/v1/payment_intents/*/confirm';
export const AUTHENTICATE = 'POST /sandbox/v1/payment_intents/*/authenticate';

export const toIntentId = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';

/** The answer of Stripe's API: an intent, or an error. */
export interface CardAnswer {
  httpStatus: number;
  status?: string;
  error?: { message?: string; payment_intent?: { status: string } };
}

/** A payment by card as the payment form sends it. The key is order-svc's without keys of its own. */
const toForm = (clientSecret: string, cardNumber: string) => ({
  key: 'pk_test_sandbox',
  client_secret: clientSecret,
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': cardNumber,
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': '34',
  'payment_method_data[card][cvc]': '123',
});

const toPath = (clientSecret: string): string => `/sandbox/v1/payment_intents/${toIntentId(clientSecret)}/confirm`;

export async function confirmCard(
  request: APIRequestContext,
  clientSecret: string,
  cardNumber: string = CARDS.good,
): Promise<void> {
  await request.post(toPath(clientSecret), { form: toForm(clientSecret, cardNumber) });
}

/** Without a browser. */
export async function confirmCardAt(
  shopUrl: string,
  clientSecret: string,
  cardNumber: string = CARDS.good,
): Promise<CardAnswer> {
  const body = new URLSearchParams(toForm(clientSecret, cardNumber));
  const response = await fetch(new URL(toPath(clientSecret), shopUrl), { method: 'POST', body });
  return { httpStatus: response.status, ...((await response.json()) as object) };
}

/** Sends an event of Stripe to the shop once more, signed with the secret of its data folder. Returns the status of the answer. */
export async function sendWebhook({ url, folder }: Stack, event: object): Promise<number> {
  const secret = (await readFile(join(folder.keys, 'sandbox-webhook'), 'utf8')).trim();
  const body = JSON.stringify(event);
  const at = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': `t=${at},v1=${signature}` };
  return (await fetch(new URL('/api/webhooks/stripe', url), { method: 'POST', headers, body })).status;
}
