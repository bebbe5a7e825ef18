import type { Page, Request, Route } from '@playwright/test';

/** `GET /api/cart`: the method and the path, without a query. */
export type CallName = `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`;

const nameOf = (request: Request): string => `${request.method()} ${new URL(request.url()).pathname}`;

/** Whether a request has this name, in which `*` stands for any characters. */
const isNamed = (name: string, request: Request): boolean =>
  new RegExp(`^${name.replaceAll('*', '.*')}$`).test(nameOf(request));

/** Records the page's calls of the API and of the sandbox, in order. */
export function watchCalls(page: Page) {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (/^\/(api|sandbox\/v1)\//.test(new URL(request.url()).pathname)) requests.push(request);
  });
  return {
    of: (name: CallName): Request[] => requests.filter((request) => isNamed(name, request)),
    bodies: (name: CallName): unknown[] =>
      requests.filter((request) => isNamed(name, request)).map((request) => request.postDataJSON() as unknown),
  };
}

async function intercept(page: Page, name: CallName, handle: (route: Route) => Promise<void>): Promise<void> {
  const [, path = ''] = name.split(' ');
  const pattern = new RegExp(`^${path.replaceAll('*', '.*')}$`);
  await page.route(
    (url) => pattern.test(url.pathname),
    (route) => (isNamed(name, route.request()) ? handle(route) : route.fallback()),
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
