import { createHash } from 'node:crypto';
import { z } from 'zod';

/**
 * A build is a folder `releases/<app>/<build>` whose files never change, with the list of its files and their hashes. The name of the build is made
 * of the hash of that list, so the name alone proves the whole build. `live/<app>.json` names the build that is live (ADR 71).
 */

/** Open pages of a replaced build load its files for this long. */
export const KEEP_MS = 7 * 24 * 60 * 60_000;
const MAX_PREVIOUS = 100;

export const MAX_POINTER_BYTES = 200_000;
export const MAX_LIST_BYTES = 2_000_000;
const MAX_FILES = 5_000;
const MAX_FILE_BYTES = 25_000_000;
const MAX_BUILD_BYTES = 200_000_000;

const APP = /^[a-z][a-z0-9-]{0,63}$/;
const BUILD = /^[0-9a-f]{40}$/;
/** Neither hidden files nor `..`, so that no path leaves the folder of its build. */
const PATH = /^(?:[A-Za-z0-9_@~-][A-Za-z0-9_@.~-]*\/)*[A-Za-z0-9_@~-][A-Za-z0-9_@.~-]*$/;
/** In the folder of the build, beside its files. */
const LIST = 'release.json';

export interface ReleasedFile {
  /** `sha256-…`, as in the attribute `integrity`. */
  readonly hash: string;
  readonly bytes: number;
}
/** Path in the build → file. */
export type FileList = Readonly<Record<string, ReleasedFile>>;

export const isFilePath = (path: string): boolean => path.length <= 300 && path !== LIST && PATH.test(path);

const fileSchema = z.object({
  hash: z.string().regex(/^sha256-[A-Za-z0-9+/]{43}=$/),
  bytes: z.number().int().min(0).max(MAX_FILE_BYTES),
});
const listSchema = z
  .record(z.string().refine(isFilePath), fileSchema)
  .refine((files) => Object.keys(files).length <= MAX_FILES, `has more than ${MAX_FILES} files`)
  .refine(
    (files) => Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0) <= MAX_BUILD_BYTES,
    `has more than ${MAX_BUILD_BYTES / 1_000_000} MB`,
  );

const releaseSchema = z.object({ build: z.string().regex(BUILD), releasedAt: z.iso.datetime() });
const replacedSchema = releaseSchema.extend({
  /** Until then it was live. */
  liveUntil: z.iso.datetime(),
  /** Only files for open pages. It can't become live. */
  isPartial: z.literal(true).optional(),
  /** Replaced by a return to an earlier build. Another return skips it, because something was wrong with it. */
  isWithdrawn: z.literal(true).optional(),
});
const pointerSchema = z.object({ live: releaseSchema, previous: z.array(replacedSchema).max(MAX_PREVIOUS + 1) });

/** What `live/<app>.json` says. */
export type Pointer = z.output<typeof pointerSchema>;

/** The message says what the operator can do. */
export class ReleaseFault extends Error {}

function checkApp(app: string): string {
  if (!APP.test(app)) throw new ReleaseFault(`${app} is no name of an app`);
  return app;
}

export const toPointerKey = (app: string): string => `live/${checkApp(app)}.json`;
export const toBuildsKey = (app: string): string => `releases/${checkApp(app)}/`;
export const toFileKey = (app: string, build: string, path: string): string => `${toBuildsKey(app)}${build}/${path}`;
export const toListKey = (app: string, build: string): string => toFileKey(app, build, LIST);

const computeSha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

export const describeFile = (bytes: Uint8Array): ReleasedFile => ({
  hash: `sha256-${computeSha256(bytes).toString('base64')}`,
  bytes: bytes.length,
});

export const isFile = (bytes: Uint8Array, file: ReleasedFile): boolean =>
  bytes.length === file.bytes && describeFile(bytes).hash === file.hash;

function check<T>(schema: z.ZodType<T>, value: unknown, name: string): T {
  const { error, data } = schema.safeParse(value);
  if (error) throw new ReleaseFault(`${name} is not valid: ${z.prettifyError(error)}`);
  return data;
}

/** The text of a build's list of files, and the name of the build. Equal files have the same name. */
export function formatList(files: FileList): { build: string; text: string } {
  const sorted = Object.fromEntries(Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1)));
  const text = `${JSON.stringify(check(listSchema, sorted, 'The list of files'), null, 1)}\n`;
  return { build: toBuild(text), text };
}

const toBuild = (text: string): string => computeSha256(Buffer.from(text)).toString('hex').slice(0, 40);

/** Throws if the list is not that of the build. */
export function parseList(text: string, build: string): FileList {
  if (toBuild(text) !== build) throw new ReleaseFault(`The list of files of ${build} has another hash`);
  return check(listSchema, JSON.parse(text), `The list of files of ${build}`);
}

/** Throws if the text is no pointer, such as a half of one. `name`: where it was read, for people. */
export function parsePointer(text: string, name: string): Pointer {
  try {
    return check(pointerSchema, JSON.parse(text), name);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ReleaseFault(`${name} is broken, so remove it and release again: ${reason}`);
  }
}

export const formatPointer = (pointer: Pointer): string => `${JSON.stringify(pointerSchema.parse(pointer), null, 1)}\n`;

/** The builds that a pointer names, the live one first. */
export const listBuilds = ({ live, previous }: Pointer): string[] => [
  ...new Set([live.build, ...previous.map(({ build }) => build)]),
];

/**
 * The pointer after a build became live. Builds that were live within the last seven days stay for open pages; the one that is replaced stays in any
 * case, so that there is one to go back to.
 */
export function makeLive(before: Pointer | null, build: string, now: number, keepMs = KEEP_MS): Pointer {
  const at = new Date(now).toISOString();
  if (before?.live.build === build) return before;
  const replaced = before ? [{ ...before.live, liveUntil: at }] : [];
  const earlier = (before?.previous ?? []).filter(({ liveUntil }) => now - Date.parse(liveUntil) <= keepMs);
  const previous = [...replaced, ...earlier].filter((each) => each.build !== build);
  return { live: { build, releasedAt: at }, previous: previous.slice(0, MAX_PREVIOUS) };
}

/**
 * The pointer after a return: to the build that was released before the live one and was not withdrawn, or to the one whose name starts with
 * `wanted`, which may also be a later one.
 */
export function goBack(before: Pointer, now: number, wanted?: string): Pointer {
  const whole = before.previous.filter(({ isPartial }) => !isPartial);
  const target = wanted === undefined ? findBuildBefore(before.live, whole) : findByName(before.live, whole, wanted);
  const isReturn = target.releasedAt < before.live.releasedAt;
  const { live, previous } = makeLive(before, target.build, now);
  return {
    live: { ...live, releasedAt: target.releasedAt },
    previous: previous.map((each) =>
      isReturn && each.build === before.live.build ? { ...each, isWithdrawn: true } : each,
    ),
  };
}

type Replaced = Pointer['previous'][number];

function findBuildBefore({ releasedAt }: Pointer['live'], whole: readonly Replaced[]): Replaced {
  const [target] = whole
    .filter((each) => !each.isWithdrawn && each.releasedAt < releasedAt)
    .sort((one, other) => (one.releasedAt < other.releasedAt ? 1 : -1));
  if (!target) throw new ReleaseFault('There is no earlier build to go back to');
  return target;
}

function findByName({ build: live }: Pointer['live'], whole: readonly Replaced[], wanted: string): Replaced {
  const [target, ...others] = whole.filter(({ build }) => build.startsWith(wanted));
  if (wanted !== '' && target && others.length === 0) return target;
  if (wanted !== '' && live.startsWith(wanted)) throw new ReleaseFault(`${live.slice(0, 12)} is live already`);
  const builds = whole.map(({ build, releasedAt }) => `${build.slice(0, 12)} (${releasedAt})`).join(', ');
  throw new ReleaseFault(`${wanted || '""'} is no name of one earlier build. Builds: ${builds || 'none'}`);
}

/** The pointer with a partial build whose pages may be open until `liveUntil`. */
export function addPartial(before: Pointer, build: string, liveUntil: number): Pointer {
  if (listBuilds(before).includes(build)) return before;
  const at = new Date(liveUntil).toISOString();
  return { ...before, previous: [...before.previous, { build, releasedAt: at, liveUntil: at, isPartial: true }] };
}
