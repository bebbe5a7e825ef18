/** Part of `npm run lint`: links in documents, and the files and folders that they name in backticks, exist. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
/** From elsewhere, or generated. */
const IGNORED = /(^|\/)(node_modules|dist|templates|test-results)\/|^docs\/specification\.md$/;
const LINK = /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g;
/** `deploy/.env` is the operator's. */
const NAMED_PATH = /`((?:apps|libs|tools|docs|deploy|\.github)\/(?!\.env`)[\w./-]+)`/g;

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const withoutCode = (page: string): string => page.replaceAll(/^```[^]*?^```/gm, '');

/** As GitHub builds them. */
const listAnchors = (page: string): string[] =>
  [...withoutCode(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

function findBrokenLinks(path: string): string[] {
  const page = withoutCode(read(path));
  const links = [...page.matchAll(LINK)].filter(([, file = '', anchor]) => {
    const target = file === '' ? path : normalize(join(dirname(path), file));
    if (!existsSync(join(ROOT, target))) return true;
    return anchor !== undefined && target.endsWith('.md') && !listAnchors(read(target)).includes(anchor);
  });
  const named = [...page.matchAll(NAMED_PATH)].filter(([, named = '']) => !existsSync(join(ROOT, named)));
  return [...links, ...named].map(([text]) => `${path}: ${text}`);
}

const pages = globSync('{*.md,{apps,libs,tools,docs,deploy,.github}/**/*.md}', { cwd: ROOT }).filter(
  (path) => !IGNORED.test(path),
);
const broken = pages.flatMap(findBrokenLinks);
for (const line of broken) console.error(`Broken link in ${line}`);
process.exitCode = broken.length > 0 || pages.length === 0 ? 1 : 0;
