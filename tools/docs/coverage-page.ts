/** Renders docs/spec-coverage.md from the titles of the browser tests in apps/e2e/screens. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');

/** Playwright refuses to start where it sees Jest's. */
const { JEST_WORKER_ID: _, NODE_OPTIONS: __, TEST_SCREENS_LIST: listFile, ...PLAYWRIGHT_ENV } = process.env;

/** Arguments of Node: Playwright tells which browser tests there are, from our sources. It loads all of them to tell. */
export const LIST_SCREENS: readonly string[] = [
  '--conditions=@shop/source',
  join(ROOT, 'node_modules/@playwright/test/cli.js'),
  'test',
  '-c',
  'apps/e2e/playwright.config.ts',
  '--list',
  '--reporter=json',
  'screens/',
];

export const SECTIONS = {
  '1': 'What the product does and for whom',
  '2': 'Screens and routes',
  '3': 'Entities and their fields',
  '4': 'States and transitions',
  '5': 'Validation rules',
  '6': 'Roles and permissions',
  '7': 'Calls made',
  '8': 'Error catalogue',
  '9': 'Business constants and limits',
} as const;

/** In the order of the specification's section 2: its routes, then what every page has, then what is no screen. */
export const SCREENS: readonly string[] = [
  '/',
  '/products',
  '/create',
  '/customize',
  '/cart',
  '/checkout',
  '/order-complete',
  '/orders (My Orders)',
  '/orders/:orderId',
  '/designs (My Designs)',
  '/auth',
  '/auth, signing in',
  '/auth, registering',
  '/forgot-password',
  '/reset-password',
  '/profile',
  '/admin',
  '/admin, Orders',
  '/admin, Customer Requests',
  '/admin, Products',
  '/admin, the product’s dialog',
  '/nimda',
  '/terms',
  '/privacy',
  '/terms and /privacy',
  'any other path',
  'navigation bar and footer',
  'user menu',
  'theme',
  'contact dialog',
  'every page',
  'roles and permissions',
  'toasts',
  'tooltips',
  'entities',
];

export interface Sentence {
  screen: string;
  /** A section of the specification, or a decision as D31. */
  section: string;
  sentence: string;
}

export interface TestedSentence extends Sentence {
  file: string;
  line: number;
}

export interface UntestedSentence extends Sentence {
  why: string;
}

/** What `LIST_SCREENS` prints, as far as it is read here. */
interface Suite {
  title: string;
  file: string;
  suites?: Suite[];
  specs: { title: string; file: string; line: number; tags: string[] }[];
}

function sentencesOf(suite: Suite, screen: string): TestedSentence[] {
  const own = suite.specs.flatMap(({ title, file, line, tags }) =>
    (tags.length > 0 ? tags : ['none']).map((section) => ({ screen, section, sentence: title, file, line })),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => sentencesOf(inner, screen || inner.title))];
}

async function listScreens(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, LIST_SCREENS, {
    cwd: ROOT,
    maxBuffer: 64e6,
    env: PLAYWRIGHT_ENV,
  });
  return stdout;
}

/** Every test in apps/e2e/screens; its outermost describe names the screen, its tags the sections. Playwright is asked, unless `TEST_SCREENS_LIST` names a file with its answer. */
export async function testedSentences(): Promise<TestedSentence[]> {
  const { suites } = JSON.parse(listFile ? readFileSync(listFile, 'utf8') : await listScreens()) as { suites: Suite[] };
  return suites.flatMap((suite) => sentencesOf(suite, ''));
}

export const untestedSentences = (): UntestedSentence[] =>
  JSON.parse(readFileSync(join(ROOT, 'apps/e2e/screens/without-test.json'), 'utf8')) as UntestedSentence[];

const cell = (text: string): string => text.replaceAll('|', '\\|');
const isSection = (section: string): section is keyof typeof SECTIONS => section in SECTIONS;
const byScreen = <T extends Sentence>(sentences: T[]): [string, T[]][] => [
  ...Map.groupBy(sentences, ({ screen }) => screen),
];

/** `cart` comes before `cart-changes`. */
const byName = (a: string, b: string): number =>
  a.replace('.screen.ts', '').localeCompare(b.replace('.screen.ts', ''), 'en');

/** Screen by screen as the specification has them, and on each as the tests stand in their files. */
const inOrder = (tested: TestedSentence[]): TestedSentence[] =>
  tested.toSorted(
    (a, b) => SCREENS.indexOf(a.screen) - SCREENS.indexOf(b.screen) || byName(a.file, b.file) || a.line - b.line,
  );

/** One that shows sentences of two sections is one test. */
const testsOf = (tested: TestedSentence[]): number =>
  new Set(tested.map(({ file, screen, sentence }) => JSON.stringify([file, screen, sentence]))).size;

function renderSection(title: string, sentences: TestedSentence[]): string {
  const screens = byScreen(sentences).map(([screen, told]) =>
    [
      `### ${screen}`,
      '',
      ...told.map(({ sentence, file }) => `- ${sentence} ([${file.split('/').at(-1)}](../apps/e2e/${file}))`),
    ].join('\n'),
  );
  return [`## ${title}`, ...screens].join('\n\n');
}

export function renderCoveragePage(unsorted: TestedSentence[], untested: UntestedSentence[]): string {
  const tested = inOrder(unsorted);
  const sections = Object.entries(SECTIONS).flatMap(([number, title]) => {
    const told = tested.filter(({ section }) => section === number);
    return told.length > 0 ? [renderSection(`${number}. ${title}`, told)] : [];
  });
  const decisions = tested
    .filter(({ section }) => !isSection(section))
    .map((told) => ({ ...told, sentence: `${told.section}: ${told.sentence}` }));
  const rows = untested.map(
    ({ screen, section, sentence, why }) => `| ${section} | ${cell(screen)} | ${cell(sentence)} | ${cell(why)} |`,
  );
  return [
    '# What the specification says, and the test that shows it',
    'Written by `npm run docs` from the tests in `apps/e2e/screens`: each is named by what the specification says, and grouped by screen. A test that shows sentences of two sections stands under both.',
    `${testsOf(tested)} browser tests show them, under ${tested.length} entries here; ${untested.length} sentences have none.`,
    ...sections,
    ...(decisions.length > 0 ? [renderSection('Decisions where the specification is silent', decisions)] : []),
    ['## Without a browser test, and why', '', '| section | screen | says | why |', '|---|---|---|---|', ...rows].join(
      '\n',
    ),
  ]
    .join('\n\n')
    .concat('\n');
}
