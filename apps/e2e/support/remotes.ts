import type { Page, Route } from '@playwright/test';

export type RemoteName = 'storefront' | 'admin';

/** The remotes' addresses. */
export const REMOTES_PATTERN = /\/remotes\.json$/;

/** A remote's files as the browser asks for them, but for the query of a second try. */
export const manifestPattern = (name: RemoteName): RegExp => new RegExp(`/remotes/${name}/mf-manifest\\.json$`);
export const entryPattern = (name: RemoteName): RegExp => new RegExp(`/remotes/${name}/assets/${name}\\.[^/]*\\.js(\\?|$)`);
/** The real file, changed on its way to the browser. */
export const changeResponse =
  (change: (text: string) => string) =>
  async (route: Route): Promise<void> => {
    const response = await route.fetch();
    const text = await response.text();
    const changed = change(text);
    if (changed === text) throw new Error(`${route.request().url()} has nothing to change`);
    await route.fulfill({
      status: response.status(),
      headers: { 'content-type': response.headers()['content-type'] ?? '', 'cache-control': 'no-store' },
      body: changed,
    });
  };

/** Changes one of a deployment's files: by its path in the remote's folder, its text. */
type ChangeFile = (path: string, text: string) => string;

/** The component that a remote exposes throws when it is rendered. */
export const brokenInRender: ChangeFile = (path, text) =>
  path.includes('__federation_expose_app') && path.endsWith('.js')
    ? text.replace(
        /(\w+)\.d\((\w+),\{default:\(\)=>\w+\}\)/,
        '$1.d($2,{default:()=>()=>{throw new Error("broken in render")}})',
      )
    : text;

/** Serves a changed copy of a remote at another address, named by `/remotes.json`. Returns what undoes it. */
export async function deploySecond(page: Page, name: RemoteName, change: ChangeFile): Promise<() => Promise<void>> {
  const folder = `/remotes/${name}-second/`;
  await page.route(REMOTES_PATTERN, async (route) => {
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
  return () => page.unroute(REMOTES_PATTERN);
}

/** The addresses of the scripts that the page loads from now on, each once. */
export function watchScripts(page: Page): Set<string> {
  const seen = new Set<string>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') seen.add(response.url());
  });
  return seen;
}
