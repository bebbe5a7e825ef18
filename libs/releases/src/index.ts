export { FolderReleases } from './folder-releases.js';
export { isStoreAddress, openReleaseStore, openWritableStore } from './open-store.js';
export { changePointer, importArchive, readPointer, removeOldBuilds, returnToBuild, uploadBuild } from './publish.js';
export {
  describeFile,
  type FileList,
  goBack,
  isFile,
  KEEP_MS,
  listBuilds,
  makeLive,
  MAX_LIST_BYTES,
  parseList,
  type Pointer,
  ReleaseFault,
  type ReleasedFile,
  toBuildsKey,
  toFileKey,
  toListKey,
  toPointerKey,
} from './release.rules.js';
export type { ReleaseStore, WritableReleaseStore } from './release-store.js';
