/**
 * `npm run bench:web`: runs Lighthouse with its phone settings on the production build behind the gateway. Prints the four scores, the figures
 * behind the performance score and the bytes. Exits with 1 if a target is missed. `--url http://…` measures a running shop.
 * npx downloads Lighthouse in a fixed version, as nothing else needs its 114 packages.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { startStack } from '../../dev/stack/stack.ts';
import { findChromium } from '../../dev/chromium.ts';

const LIGHTHOUSE = 'lighthouse@13.5.0';
const PATHS = ['/', '/products', '/create'];
const TARGETS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 95 } as const;
const FIGURES = ['largest-contentful-paint', 'cumulative-layout-shift', 'total-blocking-time'] as const;
const TIMEOUT_MS = 300_000;

/** Visits of each page. The median by performance score counts, as single visits are disturbed by the browser's own work. */
const VISITS = 3;

interface Item {
  resourceType?: string;
  transferSize?: number;
}

/** The used part of Lighthouse's report. */
interface Report {
  categories: Record<keyof typeof TARGETS, { score: number | null }>;
  audits: Record<string, { displayValue?: string; details?: { items?: Item[] } } | undefined>;
}

const { values: options } = parseArgs({ options: { url: { type: 'string' }, lighthouse: { type: 'string' } } });

const getPerformance = ({ categories }: Report): number => categories.performance.score ?? 0;

/** The report with the median performance of several visits. */
async function measureMedian(url: string, folder: string): Promise<Report> {
  const reports: Report[] = [];
  for (let visit = 0; visit < VISITS; visit++) reports.push(await measureOnce(url, folder));
  const [median] = reports
    .sort((one, other) => getPerformance(one) - getPerformance(other))
    .slice(Math.floor(VISITS / 2));
  if (!median) throw new Error('There are no reports');
  return median;
}

async function measureOnce(url: string, folder: string): Promise<Report> {
  const output = join(folder, 'report.json');
  // `--lighthouse FILE`: uses an installed Lighthouse.
  const [program, first] = options.lighthouse
    ? [process.execPath, [options.lighthouse]]
    : ['npx', ['--yes', LIGHTHOUSE]];
  const flags = '--headless=new --no-sandbox --disable-gpu --no-first-run --disable-quic';
  const args = [
    ...first,
    url,
    '--quiet',
    '--output=json',
    `--output-path=${output}`,
    `--chrome-flags=${flags}`,
    `--only-categories=${Object.keys(TARGETS).join(',')}`,
  ];
  await promisify(execFile)(program, args, {
    env: { ...process.env, CHROME_PATH: await findChromium() },
    timeout: TIMEOUT_MS,
  });
  return JSON.parse(await readFile(output, 'utf8')) as Report;
}

/** The page of the first product in the list. */
async function findProductPath(shopUrl: string): Promise<string> {
  const products = (await (await fetch(new URL('/api/products', shopUrl))).json()) as { slug?: string }[];
  const slug = products[0]?.slug;
  if (!slug) throw new Error('The shop has no product with a page');
  return `/products/${slug}`;
}

function describeBytes({ audits }: Report): string {
  const items = audits['network-requests']?.details?.items ?? [];
  const sum = (counted: readonly Item[]): string =>
    `${(counted.reduce((total, { transferSize = 0 }) => total + transferSize, 0) / 1000).toFixed(0)} kB`;
  const scripts = items.filter(({ resourceType }) => resourceType === 'Script');
  return `${sum(scripts)} of JavaScript in ${scripts.length} files, ${sum(items)} in all`;
}

/** Prints the scores of a page. Returns whether all targets are reached. */
function printScores(path: string, report: Report): boolean {
  const scores = Object.entries(TARGETS).map(([name, target]) => {
    const score = Math.round((report.categories[name as keyof typeof TARGETS].score ?? 0) * 100);
    return { text: `${name} ${score}${score < target ? ` (target ${target})` : ''}`, isReached: score >= target };
  });
  const figures = FIGURES.map((name) => `${name} ${report.audits[name]?.displayValue ?? '?'}`);
  console.log(
    `${path.padEnd(10)} ${scores.map(({ text }) => text).join('  ')}\n${' '.repeat(11)}${figures.join('  ')}\n${' '.repeat(11)}${describeBytes(report)}`,
  );
  return scores.every(({ isReached }) => isReached);
}

const folder = await mkdtemp(join(tmpdir(), 'shop-bench-'));
const shop = options.url
  ? undefined
  : await startStack({
      dataDir: join(folder, 'data'),
      port: 0,
      embedded: true,
      disposable: true,
    });
try {
  const url = options.url ?? shop?.url ?? '';
  console.log(
    `Lighthouse for phones, median of ${VISITS} visits; targets: ${Object.entries(TARGETS)
      .map(([name, aim]) => `${name} ${aim}`)
      .join(', ')}. Other load on the machine lowers the performance score.`,
  );
  for (const path of [...PATHS, await findProductPath(url)])
    if (!printScores(path, await measureMedian(new URL(path, url).href, folder))) process.exitCode = 1;
} finally {
  await shop?.stop();
  await rm(folder, { recursive: true, force: true });
}
