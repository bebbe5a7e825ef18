import type { Page, Route } from '@playwright/test';

export type RemoteName = 'storefront' | 'admin';

/** Where the remotes' addresses stand. */
export const ADDRESSES = /\/remotes\.json$/;

/** A remote's files as the browser asks for them, but for the query of a second try. */
export const manifestOf = (name: RemoteName): RegExp => new RegExp(`/remotes/${name}/mf-manifest\\.json$`);
export const entryOf = (name: RemoteName): RegExp => new RegExp(`/remotes/${name}/assets/${name}\\.[^/]*\\.js(\\?|$)`);
export const exposedBy = (name: RemoteName): RegExp =>
  new RegExp(`/remotes/${name}/assets/__federation_expose_app\\.[^/]*\\.js$`);

/** The file that is really there, changed on its way to the browser. */
export const alter =
  (change: (text: string) => string) =>
  async (route: Route): Promise<void> => {
    const response = await route.fetch();
    const text = await response.text();
    const changed = change(text);
    if (changed === text) throw new Error(`${route.request().url()} has nothing to change`);
    // Not to be kept: a file of another text would have another name.
    await route.fulfill({
      status: response.status(),
      headers: { 'content-type': response.headers()['content-type'] ?? '', 'cache-control': 'no-store' },
      body: changed,
    });
  };

/** Changes one of a deployment's files: by its path in the remote's folder, its text. */
type ChangeFile = (path: string, text: string) => string;

/** What a remote exposes throws when it is shown. */
export const brokenInRender: ChangeFile = (path, text) =>
  path.includes('__federation_expose_app') && path.endsWith('.js')
    ? text.replace(
        /(\w+)\.d\((\w+),\{default:\(\)=>\w+\}\)/,
        '$1.d($2,{default:()=>()=>{throw new Error("broken in render")}})',
      )
    : text;

/**
 * Deploys a remote a second time, under another address, and has the run-time `/remotes.json` name it: the built files,
 * changed. Answers what takes it back.
 */
export async function deploySecond(page: Page, name: RemoteName, change: ChangeFile): Promise<() => Promise<void>> {
  const folder = `/remotes/${name}-second/`;
  await page.route(ADDRESSES, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: { ...((await response.json()) as object), [name]: `${folder}mf-manifest.json` } });
  });
  await page.route(`**${folder}**`, async (route) => {
    const path = new URL(route.request().url()).pathname.slice(folder.length);
    const response = await route.fetch({ url: new URL(`/remotes/${name}/${path}`, route.request().url()).href });
    const type = response.headers()['content-type'] ?? '';
    await route.fulfill({
      status: response.status(),
      contentType: type,
      body: /font|image/.test(type) ? await response.body() : change(path, await response.text()),
    });
  });
  return () => page.unroute(ADDRESSES);
}

/** The addresses of the scripts that the page loads from now on, each once. */
export function watchScripts(page: Page): Set<string> {
  const seen = new Set<string>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') seen.add(response.url());
  });
  return seen;
}

/** Which of these scripts have the words in their text. */
export async function scriptsWith(page: Page, urls: Iterable<string>, words: string): Promise<string[]> {
  const texts = await Promise.all(
    [...urls].map(async (url) => ({ url, text: await (await page.request.get(url)).text() })),
  );
  return texts.filter(({ text }) => text.includes(words)).map(({ url }) => new URL(url).pathname);
}
