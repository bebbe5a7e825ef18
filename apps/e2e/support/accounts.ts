import { randomUUID } from 'node:crypto';
import { type APIRequestContext, type APIResponse, request } from '@playwright/test';
import type { Stack } from '@shop/tools/stack';

export const PASSWORD = 'correct horse';

/** Somebody signed in, with the cookies of one browser. */
export interface Account {
  email: string;
  api: APIRequestContext;
}

export const createEmail = (name = 'pat'): string => `${name}-${randomUUID()}@example.com`;

/** Calls as a page of the shop sends them, with cookies of their own. */
export const createClient = (shop: Stack): Promise<APIRequestContext> =>
  request.newContext({ baseURL: shop.url, extraHTTPHeaders: { origin: shop.url } });

/** The body of a successful answer; throws on any other. */
export async function readAnswer<T>(sent: Promise<APIResponse>): Promise<T> {
  const answer = await sent;
  const text = await answer.text();
  if (!answer.ok()) throw new Error(`${answer.url()}: ${answer.status()}: ${text}`);
  return (text ? JSON.parse(text) : undefined) as T;
}

export async function registerAccount(shop: Stack): Promise<Account> {
  const api = await createClient(shop);
  const email = createEmail();
  await readAnswer(api.post('/api/register', { data: { email, password: PASSWORD, firstName: 'Pat', lastName: 'Doe' } }));
  return { email, api };
}

/** Makes a thing once for each running shop. */
export function cachePerShop<Made>(make: (shop: Stack) => Promise<Made>): (shop: Stack) => Promise<Made> {
  const made = new WeakMap<Stack, Promise<Made>>();
  return (shop) => {
    const known = made.get(shop) ?? make(shop);
    made.set(shop, known);
    return known;
  };
}

export const getAdmin = cachePerShop(async (shop): Promise<Account> => {
  const api = await createClient(shop);
  await readAnswer(api.post('/api/login', { data: { email: shop.adminEmail, password: shop.adminPassword } }));
  return { email: shop.adminEmail, api };
});
