import { randomUUID } from 'node:crypto';
import { type APIRequestContext, type APIResponse, request } from '@playwright/test';
import type { Stack } from '@shop/tools/stack';

export const PASSWORD = 'correct horse';

/** A signed-in account with its own cookies. */
export interface Account {
  email: string;
  api: APIRequestContext;
}

export const createEmail = (name = 'pat'): string => `${name}-${randomUUID()}@example.com`;

/** A client with its own cookies that sends calls like a page of the shop. */
export const createClient = (shop: Stack): Promise<APIRequestContext> =>
  request.newContext({ baseURL: shop.url, extraHTTPHeaders: { origin: shop.url } });

/** The body of a successful answer. Throws if the answer is an error. */
export async function readAnswer<T>(sent: Promise<APIResponse>): Promise<T> {
  const answer = await sent;
  const text = await answer.text();
  if (!answer.ok()) throw new Error(`${answer.url()}: ${answer.status()}: ${text}`);
  return (text ? JSON.parse(text) : undefined) as T;
}

export async function registerAccount(shop: Stack): Promise<Account> {
  const api = await createClient(shop);
  const email = createEmail();
  await readAnswer(
    api.post('/api/register', { data: { email, password: PASSWORD, firstName: 'Pat', lastName: 'Doe' } }),
  );
  return { email, api };
}

/** Caches the result of `create` for each running shop. */
export function cachePerShop<Value>(create: (shop: Stack) => Promise<Value>): (shop: Stack) => Promise<Value> {
  const cache = new WeakMap<Stack, Promise<Value>>();
  return (shop) => {
    const known = cache.get(shop) ?? create(shop);
    cache.set(shop, known);
    return known;
  };
}

export const getAdmin = cachePerShop(async (shop): Promise<Account> => {
  const api = await createClient(shop);
  await readAnswer(api.post('/api/login', { data: { email: shop.adminEmail, password: shop.adminPassword } }));
  return { email: shop.adminEmail, api };
});
