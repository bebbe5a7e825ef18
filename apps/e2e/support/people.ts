import { randomUUID } from 'node:crypto';
import { type APIRequestContext, type APIResponse, request } from '@playwright/test';
import type { Stack } from '@shop/tools/stack';

export const PASSWORD = 'correct horse';

/** Somebody signed in, with the cookies of one browser. */
export interface Person {
  email: string;
  api: APIRequestContext;
}

export const newEmail = (name = 'pat'): string => `${name}-${randomUUID()}@example.com`;

/** Calls as a page of the shop sends them, with cookies of their own. */
export const newClient = (shop: Stack): Promise<APIRequestContext> =>
  request.newContext({ baseURL: shop.url, extraHTTPHeaders: { origin: shop.url } });

/** The body of a successful answer; throws on any other. */
export async function must<T>(sent: Promise<APIResponse>): Promise<T> {
  const answer = await sent;
  const text = await answer.text();
  if (!answer.ok()) throw new Error(`${answer.url()}: ${answer.status()}: ${text}`);
  return (text ? JSON.parse(text) : undefined) as T;
}

export async function newPerson(shop: Stack): Promise<Person> {
  const api = await newClient(shop);
  const email = newEmail();
  await must(api.post('/api/register', { data: { email, password: PASSWORD, firstName: 'Pat', lastName: 'Doe' } }));
  return { email, api };
}

/** Makes a thing once for each running shop. */
export function oncePerShop<Made>(make: (shop: Stack) => Promise<Made>): (shop: Stack) => Promise<Made> {
  const made = new WeakMap<Stack, Promise<Made>>();
  return (shop) => {
    const known = made.get(shop) ?? make(shop);
    made.set(shop, known);
    return known;
  };
}

export const admin = oncePerShop(async (shop): Promise<Person> => {
  const api = await newClient(shop);
  await must(api.post('/api/login', { data: { email: shop.adminEmail, password: shop.adminPassword } }));
  return { email: shop.adminEmail, api };
});
