import type { Page, Request, Route } from '@playwright/test';

/** `GET /api/cart`: the method and the path, without a query. */
export type CallName = `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`;

const nameOf = (request: Request): string => `${request.method()} ${new URL(request.url()).pathname}`;

/** What a page asks of the shop from now on, in order. `*` at the end of a name stands for any ending. */
export function watchCalls(page: Page) {
  const seen: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) seen.push(request);
  });
  const isMeant = (name: CallName, request: Request): boolean =>
    name.endsWith('*') ? nameOf(request).startsWith(name.slice(0, -1)) : nameOf(request) === name;
  return {
    of: (name: CallName): Request[] => seen.filter((request) => isMeant(name, request)),
    names: (): string[] => seen.map(nameOf),
    bodies: (name: CallName): unknown[] =>
      seen.filter((request) => isMeant(name, request)).map((request) => request.postDataJSON() as unknown),
  };
}

async function intercept(page: Page, name: CallName, handle: (route: Route) => Promise<void>): Promise<void> {
  const [method, path = ''] = name.split(' ');
  await page.route(
    (url) => (path.endsWith('*') ? url.pathname.startsWith(path.slice(0, -1)) : url.pathname === path),
    (route) => (route.request().method() === method ? handle(route) : route.fallback()),
  );
}

/** From now on this call is refused on its way, as the server would: a sentence as plain text (D3). */
export const refuse = (page: Page, name: CallName, status: number, sentence: string): Promise<void> =>
  intercept(page, name, (route) => route.fulfill({ status, contentType: 'text/plain; charset=utf-8', body: sentence }));

/** The server's own answer, changed on its way to the browser. */
export const change = <Answer>(page: Page, name: CallName, by: (answer: Answer) => unknown): Promise<void> =>
  intercept(page, name, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: by((await response.json()) as Answer) });
  });

/** Answered on the way, without the server. */
export const answer = (page: Page, name: CallName, json: unknown): Promise<void> =>
  intercept(page, name, (route) => route.fulfill({ json }));

/** The call waits on its way until it is let go; then it reaches the server, or what was told about it before. */
export async function hold(page: Page, name: CallName): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await intercept(page, name, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

/** From now on everything goes its own way. What was about to be answered otherwise may be under way: nobody waits for it any more. */
export const letThrough = (page: Page): Promise<void> => page.unrouteAll({ behavior: 'ignoreErrors' });
