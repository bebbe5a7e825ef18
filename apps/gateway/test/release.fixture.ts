import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { changePointer, FolderReleases, makeLive, returnToBuild, uploadBuild, type Pointer } from '@shop/releases';
import { createFolder, writeFiles } from './folder.fixture.js';

/** A folder with releases of web apps, filled as `npm run release:web` does. */
export class TestReleases {
  private count = 0;

  private constructor(
    /** Has the store, and what gateways have on their disks. */
    readonly root: string,
    readonly store: FolderReleases,
  ) {}

  static async open(): Promise<TestReleases> {
    const root = await createFolder();
    return new TestReleases(root, new FolderReleases(join(root, 'store')));
  }

  /** Variables of a gateway with an empty disk of its own. */
  createEnvironment(apps: readonly string[], disk = `disk-${this.count++}`): Record<string, string> {
    return { WEB_RELEASES: this.store.address, WEB_APPS: apps.join(','), DATA_DIR: join(this.root, disk) };
  }

  async release(app: string, files: Record<string, string | Buffer>, now = Date.now()): Promise<string> {
    const folder = join(this.root, `build-${this.count++}`);
    await writeFiles(folder, files);
    const build = await uploadBuild(this.store, app, folder);
    await changePointer(this.store, app, (before) => makeLive(before, build, now));
    return build;
  }

  rollBack(app: string): Promise<Pointer['live']> {
    return returnToBuild(this.store, app, undefined, () => Promise.resolve());
  }

  close(): Promise<void> {
    return rm(this.root, { recursive: true, force: true });
  }
}
