import type { Page, Route } from '@playwright/test';

export type RemoteName = 'storefront' | 'admin';

/** URL with the addresses of the remotes. */
export const REMOTES_PATTERN = /\/remotes\.json$/;

/** URLs of a remote's manifest and entry; a retry adds a query. */
export const manifestPattern = (name: RemoteName): RegExp => new RegExp(`/remotes/${name}/mf-manifest\\.json$`);
export const entryPattern = (name: RemoteName): RegExp =>
  new RegExp(`/remotes/${name}/assets/${name}\\.[^/]*\\.js(\\?|$)`);
/** Changes the text of a file on its way to the browser. */
export const changeResponse =
  (change: (text: string) => string) =>
  async (route: Route): Promise<void> => {
    const response = await route.fetch();
    const text = await response.text();
    const changed = change(text);
    if (changed === text) throw new Error(`${route.request().url()} was not changed`);
    await route.fulfill({
      status: response.status(),
      headers: { 'content-type': response.headers()['content-type'] ?? '', 'cache-control': 'no-store' },
      body: changed,
    });
  };

/** The manifest of a build with other scripts. */
const withoutHashes = (manifest: string): string =>
  JSON.stringify(JSON.parse(manifest), (key, value: unknown) => (key === 'hashes' ? undefined : value));

/** URLs of a remote's entry and of its manifest, which has the entry's hash. */
export const buildPattern = (name: RemoteName): RegExp =>
  new RegExp(`/remotes/${name}/(mf-manifest\\.json|assets/${name}\\.[^/]*\\.js)(\\?|$)`);
/** Changes the entry as another build would. */
export const changeBuild =
  (change: (text: string) => string) =>
  (route: Route): Promise<void> =>
    changeResponse(route.request().url().includes('mf-manifest') ? withoutHashes : change)(route);

/** Changes the text of a deployed file, given its path in the remote's folder. */
type ChangeFile = (path: string, text: string) => string;

/** Makes the exposed component of a remote throw while rendering. */
export const brokenInRender: ChangeFile = (path, text) =>
  path.includes('__federation_expose_app') && path.endsWith('.js')
    ? text.replace(
        /(\w+)\.d\((\w+),\{default:\(\)=>\w+\}\)/,
        '$1.d($2,{default:()=>()=>{throw new Error("broken in render")}})',
      )
    : text;

/** Serves a changed copy of a remote at another URL, which `/remotes.json` names. Returns an undo function. */
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
      body: /font|image/.test(type)
        ? await response.body()
        : path === 'mf-manifest.json'
          ? withoutHashes(change(path, await response.text()))
          : change(path, await response.text()),
    });
  });
  return () => page.unroute(REMOTES_PATTERN);
}

/** Records the URLs of scripts that the page loads. */
export function watchScripts(page: Page): Set<string> {
  const urls = new Set<string>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') urls.add(response.url());
  });
  return urls;
}
