import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
export const RESULTS = join(ROOT, 'test-results');

export interface Step {
  name: string;
  /** Arguments of the project's Node. */
  args: string[];
  /** File with the step's counts as JSON, where it counts tests. */
  counts?: { file: string; by: 'jest' | 'playwright' };
  /** Another step that has to go before. */
  after?: string;
  /** Left out unless it is named: `npm test -- access`. */
  onlyNamed?: boolean;
}

const program = (path: string): string => join(ROOT, 'node_modules', path);
const NX = program('nx/dist/bin/nx.js');

function jest(name: string, projects: string[], { after, workers = 2 }: { after?: string; workers?: number } = {}): Step {
  const file = join(RESULTS, `${name.replaceAll(' ', '-')}.json`);
  const args = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', program('jest/bin/jest.js'), '--selectProjects', ...projects, '--json', `--outputFile=${file}`];
  return { name, args: [...args, workers === 1 ? '--runInBand' : `--maxWorkers=${workers}`], counts: { file, by: 'jest' }, after };
}

/** The tests name what the contracts name, so that those have to be compiled. */
function playwright(name: string, config: string, { projects = [], results = name }: { projects?: string[]; results?: string } = {}): Step {
  const args = [program('@playwright/test/cli.js'), 'test', '-c', config, ...projects.flatMap((project) => ['--project', project])];
  return { name, args, counts: { file: join(RESULTS, `${results}.json`), by: 'playwright' }, after: 'build' };
}

/** Boundaries between projects are only seen by lint where a project graph is cached. */
export const GRAPH: Step = { name: 'graph', args: [NX, 'graph', `--file=${join(RESULTS, 'graph.json')}`] };

/** Each keeps one core busy. */
export const CHECKS: Step[] = [
  { name: 'lint', args: [program('eslint/bin/eslint.js'), '.'] },
  { name: 'build', args: [NX, 'run-many', '-t', 'build', '--outputStyle=static', '--parallel=1'] },
  { name: 'types of the services', args: [program('typescript/bin/tsc'), '-p', 'tsconfig.node.json'] },
  { name: 'types of the web apps', args: [program('typescript/bin/tsc'), '-p', 'tsconfig.web.json'] },
];

const API = 'apps/e2e/api/playwright.config.ts';

/** Each keeps every core busy. */
export const TESTS: Step[] = [
  jest('unit', ['unit', 'web', 'tools'], { workers: 3 }), // builds and starts of programs are waited for
  jest('integration', ['integration'], { workers: 3 }), // brokers that come back and leases that run out: a third of the time is waiting
  jest('runner', ['runner'], { after: 'build', workers: 1 }), // whole shops: one after another is quicker, and one builds for all
  playwright('api', API, { projects: ['events over PostgreSQL', 'events over RabbitMQ'] }),
  playwright('journeys', 'apps/e2e/playwright.config.ts', { projects: ['journeys'] }),
  { ...playwright('access', 'apps/e2e/playwright.config.ts', { projects: ['access'], results: 'journeys' }), onlyNamed: true }, // two more minutes
  { ...playwright('api over RabbitMQ', API, { projects: ['events over RabbitMQ', 'the rest over RabbitMQ'], results: 'api' }), onlyNamed: true },
];

/** Settings of a real shop must not reach the tests: they would write into its database, or send its mail. */
const OF_A_REAL_SHOP = /^(DATABASE_URL|RABBITMQ_URL|REDIS_URL|EVENTS_|S3_|STRIPE_|OPENAI_|PRINTFUL_|PRINT_FILE_|ORDER_|SANDBOX_|SMTP_|MAIL_|PUBLIC_ORIGIN$|ADMIN_|SITE_URL$|PORT$|HOST$|DATA_DIR$|NODE_ENV$|EMBEDDED$|SEED$|RATE_LIMIT_)/;

/** Threads and tools run from TypeScript: Node strips the types of each file once. */
const COMPILE_CACHE = join(ROOT, 'node_modules', '.cache', 'node');

export function testEnvironment(env: NodeJS.ProcessEnv, added: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !OF_A_REAL_SHOP.test(name)));
  return { ...kept, NX_DAEMON: 'false', NX_TUI: 'false', NX_NO_CLOUD: 'true', NX_CACHE_DIRECTORY: join(ROOT, '.nx', 'cache'), FORCE_COLOR: '0', NODE_COMPILE_CACHE: COMPILE_CACHE, ...added };
}
