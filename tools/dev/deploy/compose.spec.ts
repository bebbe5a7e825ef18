/** Checks docker-compose.yml without a container engine. */
import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { renderBrokerDefinitions } from './broker-definitions.ts';
import { composeFile, exampleEnvironment, getEnvironment, interpolate, type ComposeService } from './compose.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const services = Object.entries(composeFile.services);
const appServices = services.filter(([, service]) => service.build);

describe('docker-compose.yml', () => {
  it.each(appServices)(
    'gives %s all required variables and no unknown ones, and docs/configuration.md explains them',
    async (name, service) => {
      const { configSchema, readConfig } = (await import(`../../../apps/${name}/src/config.js`)) as {
        configSchema: { shape: object };
        readConfig: (env: NodeJS.ProcessEnv) => unknown;
      };
      const environment = getEnvironment(service);
      const demonstration = { SANDBOX_URL: 'http://sandbox:3000', ALLOW_SANDBOX_PAYMENTS: 'true' };
      expect(() => readConfig({ ...environment, ...demonstration })).not.toThrow();
      const known = [...Object.keys(configSchema.shape), 'APP_VERSION', 'DATA_DIR']; // which the image sets for all
      expect(Object.keys(environment).filter((variable) => !known.includes(variable))).toEqual([]);
      const documented = new Set(read('docs/configuration.md').match(/(?<=`)[A-Z][A-Z0-9_]+(?=[`=])/g));
      expect(known.filter((variable) => !documented.has(variable))).toEqual([]);
    },
  );

  it('tells each image its version when it builds it', () => {
    const versions = appServices.map(([, { build }]) => build?.args.VERSION);
    expect(new Set(versions)).toEqual(new Set(['${APP_VERSION:-unknown}']));
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
      const withEvents = appServices.filter(([, service]) => service.environment?.RABBITMQ_URL);
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
    const isPublic = ([, { networks }]: (typeof services)[number]): boolean =>
      Array.isArray(networks) ? networks.includes('outside') : 'proxy' in networks;
    expect(services.filter(isPublic)).toEqual(published);
    expect(composeFile.networks.inside?.internal).toBe(true);
    expect(composeFile.services.gateway?.ports?.map((port) => interpolate(port, {}))).toEqual(['127.0.0.1:3000:3000']);
  });

  it('trusts the proxy of the profile https, which has a fixed address in a network with the gateway only', () => {
    const { https, gateway } = composeFile.services;
    const address = (https?.networks as Record<string, { ipv4_address: string }>).proxy?.ipv4_address ?? '';
    expect(getEnvironment(gateway as ComposeService).TRUST_PROXY).toBe(address);
    const [network = '', bits] = composeFile.networks.proxy?.ipam?.config[0]?.subnet.split('/') ?? [];
    const subnet = new BlockList();
    subnet.addSubnet(network, Number(bits));
    expect(subnet.check(address)).toBe(true);
    const members = services.filter(([, { networks }]) =>
      Array.isArray(networks) ? networks.includes('proxy') : 'proxy' in networks,
    );
    expect(members.map(([name]) => name)).toEqual(['gateway', 'https']);
  });

  it('removes unneeded privileges from our containers', () => {
    for (const [, service] of appServices) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    }
    expect(services.filter(([, { security_opt: options }]) => !options?.includes('no-new-privileges:true'))).toEqual(
      [],
    );
  });
});
