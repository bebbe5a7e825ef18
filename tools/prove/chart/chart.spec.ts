/** Renders deploy/chart with its four sets of values, and compares it with Kubernetes' models, the apps and the documents. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toScalingQuery } from '@shop/jobs/worker';
import type { INetworkPolicy, INetworkPolicyPeer } from 'kubernetes-models/networking.k8s.io/v1';
import { composeFile, getEnvironment } from '../../dev/deploy/compose.ts';
import { findSecrets } from '../../dev/deploy/secrets.ts';
import { hasHelm, lint, render, runHelm, SETS, TEAMS, type KubernetesObject, type SetName } from './helm.ts';
import { compile, validate } from './models.ts';
import { getContainer, getVariables, isKind, type Deployment } from './pods.ts';

const ROOT = join(import.meta.dirname, '../../..');
const setNames = Object.keys(SETS) as SetName[];
const SERVICES = ['identity-svc', 'catalog-svc', 'art-svc', 'order-svc', 'support-svc'];
const APPS = [...SERVICES, 'gateway'].sort();

/** The sandbox is for demonstrations, and no part of the chart. */
const ONLY_IN_COMPOSE = ['ALLOW_SANDBOX_PAYMENTS', 'ALLOW_SANDBOX_PRINTER', 'SANDBOX_URL', 'SANDBOX_WEBHOOK_SECRET'];
/** In Compose, a service migrates its database when it starts, and no pooler is in between. */
const ONLY_IN_CHART = ['DATABASE_SESSION_URL', 'MIGRATIONS'];

const idOf = ({ kind, metadata }: KubernetesObject): string => `${kind} ${metadata.name}`;
const rendered = new Map<SetName, KubernetesObject[]>();
function objectsOf(set: SetName): KubernetesObject[] {
  const objects = rendered.get(set) ?? render(set);
  rendered.set(set, objects);
  return objects;
}
const deploymentsOf = (set: SetName): Deployment[] => objectsOf(set).filter(isKind<Deployment>('Deployment'));
/** One for each app, and one for the workers of art-svc in a cluster that scales. */
const namesOf = (set: SetName): string[] => (set === 'autoscaled' ? [...APPS, 'art-svc-worker'].sort() : APPS);

// Where Helm is missing, the title says so. CI has it: npm installs it on Linux.
const isSkipped = !hasHelm && process.env['CI'] === undefined;
const title = isSkipped
  ? 'deploy/chart (skipped: npm has Helm for Linux on x64 only; put helm into PATH)'
  : 'deploy/chart';
(isSkipped ? describe.skip : describe)(title, () => {
  it.each(setNames)('is accepted by helm lint, %s', (set) => {
    expect(lint(set)).toMatchObject({ status: 0 });
  });

  it.each(setNames)('makes objects that fit their models, %s', async (set) => {
    expect(objectsOf(set).length).toBeGreaterThan(25);
    for (const object of objectsOf(set)) await validate(object);
  });

  it('makes objects without a field that Kubernetes does not know; a planted one is found', () => {
    const planted = structuredClone(objectsOf('one node').find(({ kind }) => kind === 'Job')) as KubernetesObject & {
      spec: { backOffLimit?: number };
    };
    planted.spec.backOffLimit = 1;
    const sets = Object.fromEntries(setNames.map((set) => [set.replace(' ', '-'), objectsOf(set)]));
    const { planted: found, ...others } = compile({ ...sets, planted: [planted] });
    expect(others).toEqual(Object.fromEntries(Object.keys(sets).map((set) => [set, []])));
    expect(found).toEqual([expect.stringMatching(/backOffLimit.* does not exist in type 'IJobSpec'/)]);
  }, 60_000);

  it('has a file for each team, whose release has only its apps; together they are the shop', () => {
    const releases = TEAMS.map((team) => render('autoscaled', { teams: [team] }));
    expect(releases.every((objects) => objects.length > 0)).toBe(true);
    expect(releases.flat().map(idOf).sort()).toEqual(objectsOf('autoscaled').map(idOf).sort());
  });

  it.each([
    ['an unknown value', 'art', ['apps.art-svc.replica=2'], 'replica'],
    ['a missing version', 'art', ['apps.art-svc.tag='], 'apps.art-svc.tag is missing'],
    ['a missing server', 'art', ['outside.postgres.peers=null'], 'outside.postgres.peers is missing: art-svc calls it'],
    ['an empty server', 'art', ['outside.postgres.peers=[]'], 'outside.postgres.peers is missing: art-svc calls it'],
    ['no store of web apps', 'platform', ['webReleases.store='], 'webReleases.store is missing'],
    ['a missing ingress', 'platform', ['ingress=null'], 'ingress is missing'],
    ['an empty ingress', 'platform', ['ingress=[]'], 'ingress is missing'],
    ['missing ports', 'support', ['outside.mail.ports=null'], 'outside.mail.ports is missing'],
    [
      'two ways to scale',
      'art',
      [
        'apps.art-svc.autoscaling.cpuPercent=70',
        'apps.art-svc.autoscaling.jobsPerReplica=2',
        'apps.art-svc.autoscaling.kinds={art.draw}',
      ],
      "'/apps/art-svc/autoscaling': 'not' failed",
    ],
    ['a worker of the gateway', 'platform', ['apps.gateway.worker.replicas=1'], 'worker'],
    ['empty ports', 'support', ['outside.mail.ports=[]'], 'outside.mail.ports is missing'],
  ])('refuses %s', (_, team, settings, message) => {
    const { status, stderr } = runHelm(['template', '.'], [`teams/${team}.yaml`], settings);
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
  });

  describe('each pod', () => {
    it.each(setNames)('is never missing during a release, and ends itself before it is killed, %s', (set) => {
      expect(
        deploymentsOf(set)
          .map(({ metadata }) => metadata.name)
          .sort(),
      ).toEqual(namesOf(set));
      for (const deployment of deploymentsOf(set)) {
        const { strategy, template } = deployment.spec ?? {};
        expect(strategy?.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
        const { SHUTDOWN_DELAY_MS, DRAIN_MS } = getVariables(deployment, {}, () => '');
        const endMs = Number(SHUTDOWN_DELAY_MS) + Number(DRAIN_MS) + 8_000; // CLOSE_MARGIN_MS of libs/service-kit
        expect((template?.spec?.terminationGracePeriodSeconds ?? 0) * 1_000).toBeGreaterThan(endMs);
        const { readinessProbe: ready, startupProbe: start, livenessProbe: live, resources } = getContainer(deployment);
        expect((ready?.periodSeconds ?? 0) * (ready?.failureThreshold ?? 0) * 1_000).toBeLessThan(
          Number(SHUTDOWN_DELAY_MS),
        );
        expect([start?.httpGet?.path, live?.httpGet?.path]).toEqual(['/healthz', '/healthz']);
        const { limits, requests } = resources ?? {};
        expect([requests, limits].every((amounts) => amounts?.['cpu'] && amounts['memory'])).toBe(true);
      }
    });

    it.each(setNames)('has no rights, also that of a Job, %s', (set) => {
      const owners = objectsOf(set).filter(({ kind }) => kind === 'Deployment' || kind === 'Job') as Deployment[];
      expect(owners.length).toBe(namesOf(set).length + SERVICES.length);
      for (const owner of owners) {
        expect(owner.spec?.template.spec).toMatchObject({
          automountServiceAccountToken: false,
          securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
        });
        expect(getContainer(owner).securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
    });

    it('is on another node, and kept by a disruption budget, if there are several', () => {
      const budgets = objectsOf('highly available').filter(isKind('PodDisruptionBudget'));
      expect(budgets.map(({ metadata }) => metadata.name).sort()).toEqual(APPS);
      expect(objectsOf('one node').filter(isKind('PodDisruptionBudget'))).toEqual([]);
      for (const { spec } of deploymentsOf('highly available')) {
        expect(spec?.replicas).toBeGreaterThan(1);
        expect(spec?.template.spec?.topologySpreadConstraints?.[0]).toMatchObject({
          topologyKey: 'kubernetes.io/hostname',
          whenUnsatisfiable: 'DoNotSchedule',
        });
      }
    });
  });

  describe('the Job that migrates', () => {
    const renderArt = (settings: string[], kind: string) =>
      render('one node', { teams: ['art'], settings }).find((object) => object.kind === kind) as Deployment;
    const findJob = (settings: string[]) => renderArt(settings, 'Job').metadata.name;

    it('is a new one for another image or another environment, and else the same; nothing is a hook', () => {
      const name = findJob([]);
      expect(name).toMatch(/^art-svc-migrate-1-0-0-[0-9a-f]{8}$/);
      expect(findJob(['apps.art-svc.replicas=3'])).toBe(name);
      expect(findJob(['apps.art-svc.tag=1.0.1'])).toMatch(/^art-svc-migrate-1-0-1-/);
      expect(findJob(['environment.LOG_LEVEL=debug'])).not.toBe(name);
      const digest = findJob([`apps.art-svc.tag=1.0.0-rc.1_x@sha256:${'0'.repeat(64)}`]) ?? '';
      expect(digest).toMatch(/^art-svc-migrate-1-0-0-rc-1-x-[0-9a-f]{8}$/);
      expect(JSON.stringify(setNames.map(objectsOf))).not.toContain('helm.sh/hook');
    });

    it('connects as its app does: with the same variables and files, such as an authority of the database, and only the secrets of the database', () => {
      const file = 'defaults.configMaps.NODE_EXTRA_CA_CERTS';
      const settings = [`${file}.configMap=database-ca`, `${file}.folder=/etc/petart/ca`, `${file}.file=ca.crt`];
      settings.push('environment.PGSSLMODE=verify-full', 'apps.art-svc.environment.LOG_LEVEL=debug');
      const [job, app] = ['Job', 'Deployment'].map((kind) => renderArt(settings, kind)) as [Deployment, Deployment];
      const [ofJob, ofApp] = [job, app].map((owner) => getVariables(owner, {}, () => '')) as [object, object];
      expect(ofJob).toMatchObject({
        NODE_EXTRA_CA_CERTS: '/etc/petart/ca/ca.crt',
        PGSSLMODE: 'verify-full',
        LOG_LEVEL: 'debug',
      });
      expect(ofApp).toMatchObject(ofJob);
      const secrets = (getContainer(job).env ?? []).filter(({ valueFrom }) => valueFrom).map(({ name }) => name);
      expect(secrets).toEqual(['DATABASE_SESSION_URL', 'DATABASE_URL']);
      expect(getContainer(job).volumeMounts).toContainEqual({
        name: 'database-ca',
        mountPath: '/etc/petart/ca',
        readOnly: true,
      });
      expect(job.spec?.template.spec?.volumes).toContainEqual({
        name: 'database-ca',
        configMap: { name: 'database-ca' },
      });
    });
  });

  describe('the variables', () => {
    const folder = mkdtempSync(join(tmpdir(), 'chart-'));
    afterAll(() => rmSync(folder, { recursive: true }));
    const writeSecret = (name: string, value: string): string => {
      writeFileSync(join(folder, name), value);
      return join(folder, name);
    };
    /** What an operator puts into the Secrets: as with Compose, and keys of providers. */
    const getSecrets = (app: string): Record<string, string> => ({
      ...(composeFile.services[app] && getEnvironment(composeFile.services[app])),
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      PRINTFUL_API_KEY: 'printful-1',
      PRINTFUL_WEBHOOK_SECRET: 'printful-webhook-1',
      S3_ACCESS_KEY_ID: 'key-1',
      S3_SECRET_ACCESS_KEY: 'secret-1',
      OPENAI_API_KEY: 'sk-1',
      SMTP_URL: 'smtps://user:password@mail.example.com',
      ADMIN_PASSWORD: 'a long one of the shop 7',
    });
    const image = getEnvironment({ networks: [] });

    it.each(setNames.flatMap((set) => namesOf(set).map((name) => [set, name] as const)))(
      'of %s fit the configuration of %s',
      async (set, name) => {
        const app = name.replace(/-worker$/, '');
        const { configSchema, readConfig } = (await import(`../../../apps/${app}/src/config.js`)) as {
          configSchema: { shape: object };
          readConfig: (env: NodeJS.ProcessEnv) => object;
        };
        const deployment = deploymentsOf(set).find(({ metadata }) => metadata.name === name) as Deployment;
        const secrets = getSecrets(app);
        const needsBoth = app === 'identity-svc' && set !== 'own secrets'; // a password without the address of an admin
        const needsCatalogue = app === 'order-svc' && set !== 'own secrets';
        const optional = [...(needsBoth ? ['ADMIN_PASSWORD'] : []), ...(needsCatalogue ? ['PRINTFUL_API_KEY'] : [])];
        for (const variable of optional) delete secrets[variable];
        const variables = getVariables(deployment, secrets, writeSecret);
        expect(() => readConfig({ ...image, ...variables })).not.toThrow();
        const read = Object.keys(variables).map((variable) => variable.replace(/_FILE$/, ''));
        expect(read.filter((variable) => !(variable in configSchema.shape))).toEqual([]);
      },
    );

    it.each(APPS)('of %s are those of Compose', (app) => {
      const inChart = (['one node', 'own secrets'] as const).flatMap((set) => {
        const deployment = deploymentsOf(set).find(({ metadata }) => metadata.name === app) as Deployment;
        return (getContainer(deployment).env ?? []).map(({ name }) => name.replace(/_FILE$/, ''));
      });
      const inCompose = Object.keys(composeFile.services[app]?.environment ?? {});
      const without = (names: string[], others: string[]) =>
        [...new Set(names)].filter((name) => !others.includes(name)).sort();
      expect(without(inChart, ONLY_IN_CHART)).toEqual(without(inCompose, ONLY_IN_COMPOSE));
    });

    it('of an app replace those of all apps, also by nothing', () => {
      const settings = ['environment.LOG_LEVEL=debug', 'defaults.environment.SEED=none'];
      settings.push('secrets.OTEL_EXPORTER_OTLP_HEADERS.optional=true');
      settings.push('apps.art-svc.secrets.OTEL_EXPORTER_OTLP_HEADERS.optional=false');
      for (const name of ['LOG_LEVEL', 'MIGRATIONS', 'DRAIN_MS', 'SEED'])
        settings.push(`apps.art-svc.environment.${name}=`);
      const [art] = render('one node', { teams: ['art'], settings }).filter(isKind<Deployment>('Deployment'));
      const { env = [] } = getContainer(art as Deployment);
      const emptied = env.filter(({ value }) => value === '').map(({ name }) => name);
      expect(emptied).toEqual(expect.arrayContaining(['LOG_LEVEL', 'MIGRATIONS', 'DRAIN_MS', 'SEED']));
      expect(env.find(({ name }) => name === 'OTEL_EXPORTER_OTLP_HEADERS')?.valueFrom?.secretKeyRef).toEqual({
        name: 'petart-shared',
        key: 'OTEL_EXPORTER_OTLP_HEADERS',
      });
      // The app's default of DRAIN_MS.
      expect(art?.spec?.template.spec?.terminationGracePeriodSeconds).toBe(75);
    });

    it('contain no secret', () => {
      for (const deployment of setNames.flatMap(deploymentsOf)) {
        const plain = getContainer(deployment).env?.filter(
          ({ name, valueFrom }) => !valueFrom && !name.endsWith('_FILE'),
        );
        expect(findSecrets(Object.fromEntries(plain?.map(({ name, value }) => [name, value]) ?? []))).toEqual([]);
      }
    });
  });

  it('has a Job that releases the web apps of an image into the store of the gateway', async () => {
    const settings = ['webReleases.store=/data/web-releases', 'webReleases.tag=1.2.0@sha256:abc'];
    const jobs = render('one node', { teams: ['platform'], settings }).filter(isKind<Deployment>('Job'));
    expect(jobs.map(({ metadata }) => metadata.name)).toEqual([
      expect.stringMatching(/^web-releases-1-2-0-[0-9a-f]{8}$/),
    ]);
    const [job] = jobs as [Deployment];
    await validate(job);
    const { image, env } = getContainer(job);
    expect(image).toMatch(/web-releases:1\.2\.0@sha256:abc$/);
    expect(env).toContainEqual({ name: 'WEB_RELEASES', value: '/data/web-releases' });
    expect(job.spec?.template.spec?.volumes).toContainEqual({
      name: 'data',
      persistentVolumeClaim: { claimName: 'petart-web-files' },
    });
    const app = 'web-releases';
    const { configSchema } = (await import(`../../../apps/${app}/src/config.js`)) as {
      configSchema: { shape: object };
    };
    expect(env?.map(({ name }) => name).filter((name) => !(name in configSchema.shape))).toEqual([]);
  });

  it('allows the calls of docs/architecture.md, and no other', () => {
    const names: Record<string, string> = {
      'its PostgreSQL': 'postgres',
      RabbitMQ: 'rabbitmq',
      Redis: 'redis',
      'the bucket': 'bucket',
      'the mail server': 'mail',
      'the store of web releases': 'web-releases',
      'product pictures on other sites': 'internet',
      OpenAI: 'internet',
      Stripe: 'internet',
      Printful: 'internet',
    };
    const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
    const rows = [...(page.split('## Calls')[1]?.split('\n## ')[0] ?? '').matchAll(/^\| `([a-z-]+)` \| (.*) \|$/gm)];
    const documented = rows.flatMap(([, from = '', list = '']) =>
      list.split(', ').map((to) => `${from} → ${names[to] ?? to.replaceAll('`', '')}`),
    );
    const servers = { bucket: '10.20.0.9/32', traces: '10.20.0.10/32' };
    const settings = Object.entries(servers).map(([name, cidr]) => `outside.${name}.peers[0].ipBlock.cidr=${cidr}`);
    const policies = render('one node', { settings }).filter(
      isKind<KubernetesObject & INetworkPolicy>('NetworkPolicy'),
    );
    const byAddress: Record<string, string> = {
      '10.20.0.5/32': 'postgres',
      '10.20.0.6/32': 'rabbitmq',
      '10.20.0.7/32': 'redis',
      '10.20.0.8/32': 'mail',
      '10.20.0.11/32': 'web-releases',
      [servers.bucket]: 'bucket',
      [servers.traces]: 'traces',
      '0.0.0.0/0': 'internet',
    };
    const nameOf = ({ ipBlock, podSelector, namespaceSelector }: INetworkPolicyPeer): string =>
      podSelector?.matchLabels?.['app.kubernetes.io/name'] ??
      namespaceSelector?.matchLabels?.['kubernetes.io/metadata.name'] ??
      byAddress[ipBlock?.cidr ?? ''] ??
      'unknown';
    const peersOf = (lists: ({ from?: INetworkPolicyPeer[]; to?: INetworkPolicyPeer[] } | undefined)[] = []) =>
      lists.flatMap((rule) => (rule?.to ?? rule?.from ?? [{}]).map(nameOf));
    expect(policies.map(({ metadata }) => metadata.name).sort()).toEqual(APPS);
    expect(policies.every(({ spec }) => spec?.policyTypes?.length === 2)).toBe(true);

    const outgoing = policies.flatMap(({ metadata, spec }) =>
      peersOf(spec?.egress).map((to) => `${metadata.name} → ${to}`),
    );
    const ofAll = policies.flatMap(({ metadata }) =>
      ['kube-system', 'traces'].map((server) => `${metadata.name} → ${server}`),
    );
    expect([...new Set(outgoing)].sort()).toEqual([...new Set([...documented, ...ofAll])].sort());
    const incoming = policies.flatMap(({ metadata, spec }) =>
      peersOf(spec?.ingress).map((from) => `${from} → ${metadata.name}`),
    );
    const fromOutside = [...APPS.map((app) => `monitoring → ${app}`), 'ingress-nginx → gateway'];
    const betweenApps = documented.filter((call) => APPS.some((app) => call.endsWith(`→ ${app}`)));
    expect(incoming.sort()).toEqual([...betweenApps, ...fromOutside].sort());
  });

  it.each([
    ['postgres', 'order-svc', '10.20.0.5/32', [5432]],
    ['rabbitmq', 'order-svc', '10.20.0.6/32', [5671, 5672]], // amqps, amqp
    ['redis', 'gateway', '10.20.0.7/32', [6379]],
    ['mail', 'support-svc', '10.20.0.8/32', [465, 587]], // smtps, smtp
  ])('opens the ports of %s, with and without TLS', (_, app, cidr, ports) => {
    const policies = objectsOf('one node').filter(isKind<KubernetesObject & INetworkPolicy>('NetworkPolicy'));
    const rules = policies.find(({ metadata }) => metadata.name === app)?.spec?.egress ?? [];
    const rule = rules.find(({ to }) => to?.some(({ ipBlock }) => ipBlock?.cidr === cidr));
    expect(rule?.ports?.map(({ port }) => port)).toEqual(ports);
  });

  it('scales the workers of art-svc by the query of the gauges, of jobs that exist, and never to zero', async () => {
    const sources = '../../../apps/art-svc/src';
    const [drawings, prints] = (await Promise.all([
      import(`${sources}/generation/drawings.repository.js`),
      import(`${sources}/printing/print-files.repository.js`),
    ])) as [{ drawArtworkJob: { name: string } }, { makePrintFile: { name: string } }];
    const scaled = objectsOf('autoscaled').find(({ kind }) => kind === 'ScaledObject') as unknown as {
      spec: { scaleTargetRef: object; minReplicaCount: number; triggers: { metadata: { query: string } }[] };
    };
    const { scaleTargetRef, minReplicaCount, triggers } = scaled.spec;
    expect(scaleTargetRef).toEqual({ name: 'art-svc-worker' });
    expect(minReplicaCount).toBeGreaterThan(0);
    expect(triggers[0]?.metadata.query).toBe(toScalingQuery([drawings.drawArtworkJob.name, prints.makePrintFile.name]));
  });

  it('asks for jobs at the address of sessions, if there is one', () => {
    const keyOf = (settings: string[]): string | undefined => {
      const objects = render('autoscaled', { teams: ['art'], settings });
      const found = objects.find(({ kind }) => kind === 'TriggerAuthentication') as unknown as {
        spec: { secretTargetRef: { key: string }[] };
      };
      return found.spec.secretTargetRef[0]?.key;
    };
    expect(keyOf([])).toBe('DATABASE_URL');
    expect(keyOf(['apps.art-svc.secrets.DATABASE_SESSION_URL.optional=false'])).toBe('DATABASE_SESSION_URL');
  });

  it('separates the roles of an app that has workers: requests go to its web processes, and one policy is for both', () => {
    const objects = objectsOf('autoscaled');
    const roleOf = (name: string): string | undefined => {
      const deployment = deploymentsOf('autoscaled').find(({ metadata }) => metadata.name === name) as Deployment;
      return getContainer(deployment).env?.find((variable) => variable.name === 'ROLE')?.value;
    };
    expect(['art-svc', 'art-svc-worker', 'order-svc'].map(roleOf)).toEqual(['web', 'worker', undefined]);
    const labelsOf = (name: string): object | undefined =>
      deploymentsOf('autoscaled').find(({ metadata }) => metadata.name === name)?.spec?.template.metadata?.labels;
    const selectorsOf = (kind: string) =>
      objects.filter((object) => object.kind === kind) as (KubernetesObject & {
        spec: { selector?: object; podSelector?: { matchLabels: object } };
      })[];
    const service = selectorsOf('Service').find(({ metadata }) => metadata.name === 'art-svc');
    expect(labelsOf('art-svc')).toMatchObject(service?.spec.selector ?? { missing: '' });
    expect(labelsOf('art-svc-worker')).not.toMatchObject(service?.spec.selector ?? {});
    const policy = selectorsOf('NetworkPolicy').find(({ metadata }) => metadata.name === 'art-svc');
    for (const name of ['art-svc', 'art-svc-worker'])
      expect(labelsOf(name)).toMatchObject(policy?.spec.podSelector?.matchLabels ?? { missing: '' });
  });

  it('has the alert rules and the dashboard as they are', () => {
    const rules = objectsOf('one node').find(({ kind }) => kind === 'PrometheusRule');
    expect(JSON.stringify(rules)).toContain('{{ $labels.part }} of {{ $labels.service }}');
    const dashboard = objectsOf('one node').find(({ kind }) => kind === 'ConfigMap') as KubernetesObject & {
      data: Record<string, string>;
    };
    expect(dashboard.data['petart.json']).toBe(
      readFileSync(join(ROOT, 'deploy/chart/monitoring/dashboard.json'), 'utf8'),
    );
  });
});
