import type { Page, Request, Route } from '@playwright/test';

/** `GET /api/cart`: the method and the path, without a query. */
export type CallName = `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`;

const nameOf = (request: Request): string => `${request.method()} ${new URL(request.url()).pathname}`;

/** Records the page's API calls, in order. A name can end with `*`. */
export function watchCalls(page: Page) {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) requests.push(request);
  });
  const matches = (name: CallName, request: Request): boolean =>
    name.endsWith('*') ? nameOf(request).startsWith(name.slice(0, -1)) : nameOf(request) === name;
  return {
    of: (name: CallName): Request[] => requests.filter((request) => matches(name, request)),
    bodies: (name: CallName): unknown[] =>
      requests.filter((request) => matches(name, request)).map((request) => request.postDataJSON() as unknown),
  };
}

async function intercept(page: Page, name: CallName, handle: (route: Route) => Promise<void>): Promise<void> {
  const [method, path = ''] = name.split(' ');
  await page.route(
    (url) => (path.endsWith('*') ? url.pathname.startsWith(path.slice(0, -1)) : url.pathname === path),
    (route) => (route.request().method() === method ? handle(route) : route.fallback()),
  );
}

/** The call fails with a message as plain text, like errors of the server. */
export const failCall = (page: Page, name: CallName, status: number, message: string): Promise<void> =>
  intercept(page, name, (route) => route.fulfill({ status, contentType: 'text/plain; charset=utf-8', body: message }));

/** Changes the server's answer on its way to the browser. */
export const changeAnswer = <Answer>(page: Page, name: CallName, by: (answer: Answer) => unknown): Promise<void> =>
  intercept(page, name, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: by((await response.json()) as Answer) });
  });

/** Answers the call without the server. */
export const stubCall = (page: Page, name: CallName, json: unknown): Promise<void> =>
  intercept(page, name, (route) => route.fulfill({ json }));

/** Delays the call until the returned function is called; then it goes to the server or an earlier stub. */
export async function delayCall(page: Page, name: CallName): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await intercept(page, name, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

/** Removes all stubs; ignores running calls. */
export const restoreCalls = (page: Page): Promise<void> => page.unrouteAll({ behavior: 'ignoreErrors' });
