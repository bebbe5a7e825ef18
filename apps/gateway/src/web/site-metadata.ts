import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { WebApp } from '../config.js';

/**
 * `site.json` of a web app's build (ADR 0014): page heads and text files for the server. Texts may contain `{origin}`
 * (`https://shop.example`) and `{base}` (path of the app's files: `/` or `/remotes/name/`).
 */
const siteSchema = z.object({
  /** Path → markup for the page's head. `:name` matches one segment. The shell lists all pages; remotes add markup to them. */
  pages: z.record(z.string().startsWith('/'), z.string()).default({}),
  /** Head markup of the 404 page. */
  missing: z.string().optional(),
  /** Path → text of a file. */
  texts: z.record(z.string().startsWith('/'), z.string()).default({}),
});
export type SiteMetadata = z.output<typeof siteSchema>;

export const SITE_FILE = 'site.json';

/** Undefined if the build has no site.json. Throws if it is invalid, for example while it is written. */
export async function readSiteMetadata({ folder, base }: WebApp, origin: string): Promise<SiteMetadata | undefined> {
  const text = await readFile(join(folder, SITE_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const fill = (markup: string): string => markup.replaceAll('{origin}', origin).replaceAll('{base}', base);
  const fillAll = (texts: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(texts).map(([path, markup]) => [path, fill(markup)]));
  const { pages, missing, texts } = siteSchema.parse(JSON.parse(text));
  return {
    pages: fillAll(pages),
    missing: missing === undefined ? undefined : fill(missing),
    texts: fillAll(texts),
  };
}

/** The page of a path, and its head markup. */
export interface ResolvedPage {
  /** The page's path in the shell's site.json, without a trailing slash. Null: no such page. */
  readonly path: string | null;
  readonly head: string | undefined;
}

/** Values of `:name` in a page's path. */
const PARAMETER = /^[A-Za-z0-9_][A-Za-z0-9._~-]{0,199}$/;

function matchesPattern(pattern: readonly string[], given: readonly string[]): boolean {
  return (
    pattern.length === given.length &&
    pattern.every((segment, at) => (segment.startsWith(':') ? PARAMETER.test(given[at] ?? '') : segment === given[at]))
  );
}

const withoutSlash = (pathname: string): string => pathname.replace(/(?<=.)\/+$/, '');

function findPage(pages: SiteMetadata['pages'], pathname: string): string | undefined {
  const given = withoutSlash(pathname);
  if (!given.includes(':') && Object.hasOwn(pages, given)) return given;
  const segments = given.split('/');
  return Object.keys(pages).find((path) => path.includes(':') && matchesPattern(path.split('/'), segments));
}

/** Without the shell's site.json every address is a page. */
export function resolvePage(
  shell: SiteMetadata | undefined,
  remotes: readonly (SiteMetadata | undefined)[],
  pathname: string,
): ResolvedPage {
  if (!shell) return { path: '', head: undefined };
  const path = findPage(shell.pages, pathname);
  if (path === undefined) return { path: null, head: shell.missing };
  const heads = [shell, ...remotes].flatMap((site) =>
    site && Object.hasOwn(site.pages, path) ? [site.pages[path]] : [],
  );
  return { path, head: heads.join('') };
}
