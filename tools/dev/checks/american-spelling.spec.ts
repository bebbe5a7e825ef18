/** What people read is in American spelling and plain: pages, emails, messages, what the shop is seeded with, the change log and the README. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../../..');
/** Prompts are understood in both spellings. Migrations contain no texts. */
const OTHERS = /(^|\/)(dist|node_modules|testing|migrations)\/|\.spec\.tsx?$|\/wishes\.ts$/;
const sources = globSync('{apps,libs}/**/src/**/*.{ts,tsx}', { cwd: ROOT }).filter((path) => !OTHERS.test(path));
const pages = globSync('tools/federation/**/*.html', { cwd: ROOT }).filter((path) => !OTHERS.test(path));

const texts = [...sources, ...pages, 'CHANGELOG.md', 'README.md'];

/** `cancelled` and `catalogue` are the specification’s. */
const BRITISH =
  /\b(?:\w*colour\w*|e-mails?|art[ -]works?|grey\w*|favourit\w*|(?:custom|personal|organ|recogn|apolog|real|minim|final|author|summar|styl|optim)is(?:e[ds]?|ing|able|ation)|labell\w+|travell\w+|jewell\w+|cent(?:re[ds]?|ring)|behaviour\w*|neighbour\w*|honour\w*|cheques?|programmes?|(?:centi|milli)?metres?|analys(?:e[ds]?|ing)|whilst|learnt|enquir\w+|postcodes?)\b/i;
/** A text names the person. */
const VAGUE = /\b(?:who|whom)(?:so)?ever\b/i;
/** In templates of emails. */
const PLACEHOLDER = /\{\{\w+\}\}/g;
/** In Markdown. */
const CODE = /`[^`]*`/g;
const IS_SQL = /\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|JOIN|COALESCE)\b/;

/** A text with a space or a capital letter is read by people; other strings are names of code. */
const isRead = (text: string): boolean => /^[^/{#.]*(?:\s|^[A-Z])/.test(text.trim()) && !IS_SQL.test(text);

function listTexts(source: string, path = 'text.tsx'): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isJsxText(node)) found.push(node.text);
    else if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      if (isRead(node.text)) found.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest));
  return found;
}

const findWords = (path: string, words: RegExp): string[] => {
  const source = readFileSync(join(ROOT, path), 'utf8');
  // Most files are not parsed, which takes long.
  if (!words.test(source)) return [];
  const texts = /\.tsx?$/.test(path) ? listTexts(source, path) : source.replaceAll(CODE, '').split('\n');
  return texts.flatMap((text) => words.exec(text.replaceAll(PLACEHOLDER, ''))?.map((word) => `${path}: ${word}`) ?? []);
};

describe('American spelling', () => {
  it.each([
    ['<p>One colour</p>', ['One colour']],
    [`title("E-mail sent"); key('colour'); query('SELECT colour FROM t')`, ['E-mail sent']],
    ['say(`The ${name} is grey`)', [' is grey']],
  ])('is read in texts, not in names of code: %s', (source, texts) => {
    expect(listTexts(source).filter((text) => BRITISH.test(text))).toEqual(texts);
  });

  it('is used in pages, emails, messages and the change log', () => {
    expect(texts.flatMap((path) => findWords(path, BRITISH))).toEqual([]);
  });
});

it('texts name the person', () => {
  expect(texts.flatMap((path) => findWords(path, VAGUE))).toEqual([]);
});
