import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { matchesPattern } from '../route-matcher.js';

/**
 * `site.json` of a web app's build (ADR 14): what the server has to say about its addresses before any script runs. Texts may hold
 * `{origin}` (of the site, `https://shop.example`) and `{base}` (where the app's own files lie, `/remotes/name/`; of the shell `/`).
 */
const siteSchema = z.object({
  /** Path → markup for the page's head; `:name` in a path stands for one segment. The shell's names every page there is; a remote's adds to pages of the shell's. */
  pages: z.record(z.string().startsWith('/'), z.string()).default({}),
  /** Markup for the head of every other address, which is then a 404. */
  missing: z.string().optional(),
  /** Path → a file's text. */
  texts: z.record(z.string().startsWith('/'), z.string()).default({}),
});
export type SiteMetadata = z.output<typeof siteSchema>;

export const SITE_FILE = 'site.json';

/** A web app's folder, and the address that its files have. */
export interface AppFolder {
  readonly folder: string;
  readonly base: string;
}

/** Undefined where the build brought none. Throws where it is not what it should be, such as in the middle of being written. */
export async function readSiteMetadata({ folder, base }: AppFolder, origin: string): Promise<SiteMetadata | undefined> {
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

/** What a path means: which page (null: none of the shell's), and the markup for its head. */
export interface ResolvedPage {
  /** The path of a page as the shell names it, without a slash at its end; null for every address that is none. */
  readonly path: string | null;
  readonly head: string | undefined;
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
