import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

interface Workflow {
  on: { schedule?: { cron: string }[]; pull_request: unknown };
  permissions: Record<string, string>;
  jobs: Record<string, { if?: string; steps: { run?: string; uses?: string }[] }>;
}

const read = (path: string): unknown => parse(readFileSync(join(import.meta.dirname, '../..', path), 'utf8'));
const workflow = read('.github/workflows/ci.yml') as Workflow;

describe('.github/workflows/ci.yml', () => {
  it('checks each week and for each change that no package has a known vulnerability, and lists all packages', () => {
    expect(workflow.on.schedule?.map(({ cron }) => cron)).toEqual([expect.stringMatching(/^\d+ \d+ \* \* 1$/)]);
    const job = workflow.jobs.dependencies;
    expect(job?.if).toBeUndefined();
    const commands = job?.steps.flatMap(({ run }) => run ?? []).join('\n');
    for (const command of ['npm audit --omit=dev --audit-level=high', 'npm audit signatures', 'npm sbom --omit=dev'])
      expect(commands).toContain(command);
  });

  it('gives jobs only the right to read', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
  });
});

describe('.github/dependabot.yml', () => {
  it('proposes updates of packages, images and actions each week', () => {
    const { updates } = read('.github/dependabot.yml') as {
      updates: { 'package-ecosystem': string; schedule: { interval: string } }[];
    };
    expect(updates.map((update) => [update['package-ecosystem'], update.schedule.interval])).toEqual([
      ['npm', 'weekly'],
      ['docker', 'weekly'],
      ['docker-compose', 'weekly'],
      ['github-actions', 'weekly'],
    ]);
  });
});
