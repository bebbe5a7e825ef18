/**
 * `npm test`: lint, types, build, then every ring of tests. `npm test -- unit journeys` runs only the steps named.
 * With CI=true RabbitMQ, Redis and a browser must be there; without, what is missing is said and left out.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reasonOf } from '../shop/start-error.ts';
import { startPostgres } from '../stack/postgres.ts';
import { findBrowser } from './browser.ts';
import { NONE, sum } from './counts.ts';
import { judgeParts, lookForServers, type Verdict } from './real-parts.ts';
import { type Outcome, runStep, spell } from './run-step.ts';
import { makeScratchFolder } from './scratch-folder.ts';
import { GRAPH, RESULTS, ROUNDS, type Step, STEPS, testEnvironment } from './steps.ts';

const began = Date.now();
mkdirSync(RESULTS, { recursive: true });

const parts = await lookAround();
const chosen = stepsNamed(process.argv.slice(2));
const scratch = process.env.TMPDIR ? undefined : makeScratchFolder();
if (scratch) process.env.TMPDIR = scratch;
const postgres = await testPostgres(chosen);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void cleanUp().finally(() => process.exit(130)));
const outcomes: Outcome[] = parts.refusals.map((name) => ({
  step: name,
  succeeded: false,
  seconds: 0,
  counts: { ...NONE, failed: 1 },
}));
try {
  const env = testEnvironment(process.env, { TEST_POSTGRES_URL: postgres?.url, ...parts.addresses });
  if (chosen.some(({ name }) => name === 'lint')) outcomes.push(await runStep(GRAPH, env));
  for (const lanes of ROUNDS) await Promise.all(lanes.map((lane) => oneAfterAnother(lane.filter(isToRun), env)));
} finally {
  await cleanUp();
}
conclude();

async function cleanUp(): Promise<void> {
  await postgres?.stop();
  if (scratch) rmSync(scratch, { recursive: true, force: true });
}

/** Says which real parts the tests meet. */
async function lookAround(): Promise<Verdict> {
  const servers = await lookForServers();
  const browser = await findBrowser().catch((error: unknown) => ({ lack: reasonOf(error) }));
  const verdict = judgeParts({ ...servers, browser }, process.env);
  for (const line of verdict.lines) console.log(`  ${line}`);
  return verdict;
}

function stepsNamed(names: string[]): Step[] {
  const unknown = names.filter((name) => !STEPS.some((step) => step.name === name));
  if (unknown.length > 0) {
    console.error(
      `There is no step ${unknown.join(', ')}. The steps: ${STEPS.map(({ name }) => `"${name}"`).join(', ')}`,
    );
    process.exit(1);
  }
  const wanted = new Set(
    STEPS.flatMap(({ name, after }) => (names.includes(name) ? [name, ...(after ? [after] : [])] : [])),
  );
  return STEPS.filter(({ name, onlyNamed }) => (names.length === 0 ? !onlyNamed : wanted.has(name)));
}

/** One throw-away PostgreSQL for all tests of the run; it works under every user and in every folder, like that of `npm start`. */
async function testPostgres(steps: Step[]): Promise<{ url: string; stop: () => Promise<void> } | undefined> {
  if (process.env.TEST_POSTGRES_URL) return { url: process.env.TEST_POSTGRES_URL, stop: () => Promise.resolve() };
  if (!steps.some(({ name }) => name === 'integration')) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'shop-test-'));
  const server = await startPostgres({
    folder: join(folder, 'postgres'),
    logFolder: RESULTS,
    fast: true,
  });
  return { url: server.url, stop: () => server.stop().finally(() => rmSync(folder, { recursive: true, force: true })) };
}

function isToRun(step: Step): boolean {
  const needsBrowser = step.name === 'journeys' || step.name === 'access';
  return chosen.includes(step) && (parts.withBrowser || !needsBrowser);
}

async function oneAfterAnother(steps: Step[], env: NodeJS.ProcessEnv): Promise<void> {
  for (const step of steps) outcomes.push(await runStep(step, env));
}

function conclude(): void {
  const failed = outcomes.filter(({ succeeded }) => !succeeded);
  console.log(
    `\n${outcomes.map(({ step, succeeded, seconds }) => `${succeeded ? '✔' : '✖'} ${step.padEnd(22)} ${seconds} s`).join('\n')}`,
  );
  console.log(`In all ${Math.round((Date.now() - began) / 1000)} s. What each step said is kept in test-results/.\n`);
  console.log(spell(sum(outcomes.map(({ counts }) => counts))));
  process.exitCode = failed.length > 0 ? 1 : 0;
}
