import { join } from 'node:path';
import { PROJECT_ROOT } from '../../ops/shop/settings.ts';
import { WEB_APPS } from './services.ts';

/** The name of a web app in the gateway, such as `storefront`. */
export const toWebName = (app: string): string => app.replace(/-web$/, '');

/** Web app → folder of its build. */
export type WebBuilds = Readonly<Record<string, string>>;

export const listWebBuilds = (): WebBuilds =>
  Object.fromEntries(WEB_APPS.map((app) => [toWebName(app), join(PROJECT_ROOT, 'apps', app, 'dist')]));

/** Makes builds live in a folder of releases. `keepMs`: how long pages of earlier builds are open. */
export async function releaseWebBuilds(folder: string, builds: WebBuilds, keepMs?: number): Promise<void> {
  // Compiled by the build that came before.
  const { changePointer, FolderReleases, importArchive, makeLive, removeOldBuilds, uploadBuild } =
    await import('@shop/releases');
  const store = new FolderReleases(folder);
  for (const [app, built] of Object.entries(builds)) {
    const build = await uploadBuild(store, app, built);
    await changePointer(store, app, (before) => makeLive(before, build, Date.now(), keepMs));
    // The data folder's, of a shop that ran before.
    await importArchive(store, app, join(folder, '../web-files'), Date.now());
    await removeOldBuilds(store, app, Date.now(), keepMs);
  }
}
