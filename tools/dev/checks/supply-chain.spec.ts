import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { imageNames } from '../deploy/dockerfile.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const workflowFiles = globSync('.github/workflows/*.yml', { cwd: ROOT });

interface Service {
  build?: object;
  image?: string;
  mem_limit?: string;
  pids_limit?: number;
}
interface Job {
  needs?: string[];
  strategy?: { matrix: { include: { platform: string }[] } };
  steps?: { run?: string; uses?: string }[];
}
const readJobs = (file: string) => (parse(read(`.github/workflows/${file}`)) as { jobs: Record<string, Job> }).jobs;
const { services } = parse(read('docker-compose.yml'), { merge: true }) as { services: Record<string, Service> };

describe('install scripts', () => {
  it('are allowed or denied by name for each package that has one', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { hasInstallScript?: boolean }>;
    };
    const withScripts = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript);
    const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> };
    const named = Object.keys(allowScripts).map((name) => `node_modules/${name}`);
    expect(withScripts.sort()).toEqual(named.sort());
    expect(read('.npmrc')).toContain('strict-allow-scripts=true');
  });

  it.each([...workflowFiles, '.ci/run', 'deploy/Dockerfile', 'deploy/install-production.sh', 'tools/dev/start.mjs'])(
    '%s installs without them',
    (file) => {
      const installs = read(file).match(/(?<!`)(?:npm (?:ci|install)\b|'npm', \['ci').*/g) ?? [];
      expect(installs.filter((line) => !line.includes('--ignore-scripts'))).toEqual([]);
    },
  );
});

describe('foreign code', () => {
  const DIGEST = /^[^@\s]+:[^@\s]+@sha256:[0-9a-f]{64}( AS \w+)?$/;

  it('comes by digest in images: a tag can be moved', () => {
    const composed = Object.values(services).flatMap(({ build, image = '' }) => (build ? [] : [image]));
    const tested = workflowFiles.flatMap((file) =>
      [...read(file).matchAll(/^ +image: (\S+)$/gm)].map(([, name]) => name),
    );
    const images = [...imageNames, ...composed, ...tested];
    expect(images.length).toBeGreaterThan(8);
    expect(images.filter((name = '') => !DIGEST.test(name))).toEqual([]);
  });

  it('comes by commit in actions, with the version beside it', () => {
    const actions = workflowFiles.flatMap((file) => read(file).match(/(?<=uses: )(?!\.\/).*/g) ?? []);
    expect(actions.length).toBeGreaterThan(8);
    expect(actions.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
  });
});

it('each container of compose has a limit of memory and of processes', () => {
  const unlimited = Object.entries(services).filter(([, service]) => !service.mem_limit || !service.pids_limit);
  expect(unlimited.map(([name]) => name)).toEqual([]);
});

it('images are published after the inventory of packages, and the registry’s token comes after the build', () => {
  expect(readJobs('dependencies.yml').dependencies?.steps?.some(({ run }) => run?.startsWith('npm sbom'))).toBe(true);
  expect(readJobs('release.yml').release).toMatchObject({
    uses: './.github/workflows/release-app.yml',
    strategy: { 'fail-fast': false },
  });
  const { dependencies, image } = readJobs('release-app.yml');
  expect(dependencies).toMatchObject({ uses: './.github/workflows/dependencies.yml' });
  expect(image).toMatchObject({ needs: expect.arrayContaining(['test', 'dependencies']) as string[] });
  const steps = image?.steps?.map(({ run = '', uses = '' }) => run + uses) ?? [];
  const order = [':image', 'docker/login-action', 'docker push'].map((text) =>
    steps.findIndex((step) => step.includes(text)),
  );
  expect(order.every((at) => at >= 0)).toBe(true);
  expect(order).toEqual(order.toSorted((one, other) => one - other));
});

it('a version of an app is published once its image is there for each platform', () => {
  const { image, join: joined, promote } = readJobs('release-app.yml');
  const platforms = image?.strategy?.matrix.include.map(({ platform }) => platform) ?? [];
  expect(platforms).toEqual(['amd64', 'arm64']);
  expect(joined?.needs).toEqual(['image']);
  const command = joined?.steps?.find(({ run }) => run?.includes('imagetools create'))?.run;
  for (const platform of platforms) expect(command).toContain(`"$IMAGE:$VERSION-${platform}"`);
  expect(promote?.needs).toEqual(['find', 'join']);
});

it('the key of the store of web releases is given to the step after the build only', () => {
  const { release } = readJobs('release-web.yml');
  const steps = release?.steps ?? [];
  const withKey = steps.filter((step) => JSON.stringify(step).includes('secrets.'));
  expect(withKey).toEqual([steps.at(-1)]);
  expect(steps.at(-1)?.run).toContain('npm run release:web');
  expect(steps.at(-2)?.run).toContain(':build');
});
