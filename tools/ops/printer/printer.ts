/** `npm run printer -- check | list`: compares the shop's articles with Printful's catalogue, or prints their ids. */
import { readFileSync } from 'node:fs';
import { findPrintfulEntry, printfulCatalogueSchema, type PrintfulEntry } from '@shop/contracts-order';
import pg from 'pg';
import { getDatabaseUrl } from '../shop/service-databases.ts';
import { getErrorMessage, StartError } from '../shop/start-error.ts';
import { readVariable } from '../shop/variables.ts';
import { compareCatalogues } from './catalogue-check.ts';
import { listPrintfulVariants, type PrintfulAccess } from './printful-articles.ts';
import { listShopArticles, type ShopArticle, toEntryTemplate } from './shop-articles.ts';

const USAGE = `npm run printer -- check    names each difference between the shop's articles and Printful's catalogue
npm run printer -- list     prints the shop's articles as entries for PRINTFUL_CATALOGUE`;

const PRINTFUL = 'https://api.printful.com';

function readEntries(file: string): PrintfulEntry[] {
  const parsed = printfulCatalogueSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path, message }) => `  ${path.join('.') || 'the whole'}: ${message}`);
  throw new StartError(`In ${file} something is not right:\n${lines.join('\n')}`);
}

async function readArticles(): Promise<ShopArticle[]> {
  const client = new pg.Client({ connectionString: getDatabaseUrl('orders'), connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    return await listShopArticles(
      async <Row>(sql: string, values: unknown[]) => (await client.query(sql, values)).rows as Row[],
    );
  } finally {
    await client.end();
  }
}

function getAccess(): PrintfulAccess {
  const apiKey = readVariable('PRINTFUL_API_KEY');
  if (!apiKey) throw new StartError('Set PRINTFUL_API_KEY and PRINTFUL_CATALOGUE, as order-svc has them.');
  return { apiKey, apiHost: readVariable('PRINTFUL_API_HOST') ?? PRINTFUL, storeId: readVariable('PRINTFUL_STORE_ID') };
}

async function check(): Promise<void> {
  const file = readVariable('PRINTFUL_CATALOGUE');
  const access = getAccess();
  if (!file) throw new StartError('Set PRINTFUL_CATALOGUE, as order-svc has it.');
  const entries = readEntries(file);
  const articles = await readArticles();
  const differences = compareCatalogues(articles, entries, await listPrintfulVariants(access, entries));
  for (const difference of differences) console.log(difference);
  console.log(`${articles.length} articles, ${differences.length} differences.`);
  if (differences.length > 0) process.exitCode = 1;
}

/** Null entries are new: their variants must be filled in. */
async function list(): Promise<void> {
  const file = readVariable('PRINTFUL_CATALOGUE');
  const entries = file ? readEntries(file) : [];
  const templates = (await readArticles()).map((article) =>
    toEntryTemplate(article, findPrintfulEntry(entries, article)),
  );
  console.log(`[\n${templates.map((template) => `  ${JSON.stringify(template)}`).join(',\n')}\n]`);
}

async function run([verb, ...more]: string[]): Promise<void> {
  if (more.length > 0) throw new StartError(USAGE);
  if (verb === 'check') return check();
  if (verb === 'list') return list();
  throw new StartError(USAGE);
}

await run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : `That did not work: ${getErrorMessage(error)}`);
  process.exitCode = 1;
});
