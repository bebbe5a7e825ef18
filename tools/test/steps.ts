import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMPILE_CACHE } from '../stack/settings.ts';

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
  /** Variables of its own. */
  env?: NodeJS.ProcessEnv;
  /** Left out unless it is named: `npm test -- access`. */
  onlyNamed?: boolean;
}

const program = (path: string): string => join(ROOT, 'node_modules', path);
const NX = program('nx/dist/bin/nx.js');

interface JestOptions extends Pick<Step, 'after' | 'env'> {
  workers?: number;
}

function jest(name: string, projects: string[], { workers = 2, ...step }: JestOptions = {}): Step {
  const file = join(RESULTS, `${name.replaceAll(' ', '-')}.json`);
  const args = [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    join(ROOT, 'tools/test/together.ts'),
    ...projects,
    '--',
    '--json',
    `--outputFile=${file}`,
  ];
  return {
    name,
    args: [...args, workers === 1 ? '--runInBand' : `--maxWorkers=${workers}`],
    counts: { file, by: 'jest' },
    ...step,
  };
}

/** The tests name what the contracts name, so that those have to be compiled. */
function playwright(name: string, config: string): Step {
  return { name, args: [program('@playwright/test/cli.js'), 'test', '-c', config], after: 'build' };
}

/** Boundaries between projects are only seen by lint where a project graph is cached. */
export const GRAPH: Step = { name: 'graph', args: [NX, 'graph', `--file=${join(RESULTS, 'graph.json')}`] };

/** Both cores are busy: several checkers, each of which looks at what they share, would take twice the work of one. */
const tsc = (name: string, settings: string): Step => ({
  name,
  args: [program('typescript-7/bin/tsc'), '-p', settings, '--singleThreaded'],
});

/** Steps that run one after another. */
type Lane = Step[];

/**
 * Round after round; the lanes of a round run beside each other, so that one works while the other waits. Runs of whole shops build, and the shops of
 * the API and the journeys are served from what is built: never in one round. The last rings fill two cores each: beside each other they would only
 * keep each other waiting, until a lease or a patience runs out that holds on an honest machine.
 */
export const ROUNDS: Lane[][] = [
  [
    [
      { name: 'lint', args: [program('eslint/bin/eslint.js'), '--max-warnings=0', '.'] },
      {
        name: 'lint by types',
        args: [program('oxlint/bin/oxlint'), '--disable-nested-config', '--max-warnings=0', '.'],
        env: { GOGC: '400' },
      }, // a third of its work was Go's collector's
      { name: 'what nobody uses', args: [program('knip/bin/knip.js'), '--no-progress'] },
      tsc('types of the services', 'tsconfig.node.json'),
      tsc('types of the web apps', 'tsconfig.web.json'),
      jest('unit', ['unit', 'web', 'tools'], {
        workers: 3,
      }), // two of them wait a third of their time
    ],
    [
      { name: 'build', args: [NX, 'run-many', '-t', 'build', '--outputStyle=static', '--parallel=1'] },
      jest('runner', ['runner'], { after: 'build', workers: 1 }), // whole shops: one after another is quicker, and one builds for all
    ],
  ],
  [
    [
      jest('integration', ['integration'], { workers: 4 }),
      playwright('e2e', 'apps/e2e/playwright.config.ts'),
      { ...playwright('a11y', 'apps/e2e/a11y/playwright.config.ts'), onlyNamed: true },
    ],
  ],
];

export const STEPS: Step[] = ROUNDS.flat(2);

/** Settings of a real shop must not reach the tests: they would write into its database, or send its mail. Nor may those of `prove:money`, by which `npm test` would prove less. */
const OF_A_REAL_SHOP =
  /^(DATABASE_URL|RABBITMQ_URL|REDIS_URL|EVENTS_|S3_|STRIPE_|OPENAI_|PRINTFUL_|PRINT_|ORDER_|FULFILMENT_|PAYMENT_|SANDBOX_|ALLOW_SANDBOX_|SMTP_|MAIL_|ALARM_|UPKEEP_|ART_|PREVIEW_|PUBLIC_ORIGIN$|ADMIN_|SITE_URL$|PORT$|HOST$|DATA_DIR$|NODE_ENV$|EMBEDDED$|SEED$|RATE_LIMIT_|MONEY_)/;

export function testEnvironment(env: NodeJS.ProcessEnv, added: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !OF_A_REAL_SHOP.test(name)));
  return {
    ...kept,
    NX_DAEMON: 'false',
    NX_TUI: 'false',
    NX_NO_CLOUD: 'true',
    NX_CACHE_DIRECTORY: join(ROOT, '.nx', 'cache'),
    FORCE_COLOR: '0',
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    ...added,
  };
}
