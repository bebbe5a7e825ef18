/**
 * The rules of the house that no compiler holds (docs/architecture.md): each is read from the workspace itself.
 */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { artEvents } from '@shop/contracts/art';
import { catalogEvents } from '@shop/contracts/catalog';
import { identityEvents } from '@shop/contracts/identity';
import { orderEvents } from '@shop/contracts/order';
import { supportEvents } from '@shop/contracts/support';

const ROOT = join(import.meta.dirname, '..');
const SERVICES = ['identity-svc', 'catalog-svc', 'art-svc', 'order-svc', 'support-svc'] as const;
const APPS = readdirSync(join(ROOT, 'apps'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'e2e')
  .map(({ name }) => name);
const EVENTS = [...identityEvents, ...catalogEvents, ...artEvents, ...orderEvents, ...supportEvents];

const isGenerated = (path: string): boolean =>
  /(^|\/)(dist|node_modules|\.data|\.nx|test-results|templates)\//.test(path);
const filesOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: ROOT })
    .filter((path) => !isGenerated(path))
    .sort();
/** Whatever people wrote, wherever it lies; the lock file is npm's. */
const allTexts = (): string[] =>
  globSync(
    [
      '*.{md,mjs,json,yml}',
      '.ci/*',
      '.npmrc',
      'deploy/{Dockerfile,.env.example}',
      '{apps,libs,tools,docs,deploy}/**/*.{ts,tsx,mts,js,mjs,cjs,css,html,md,json,yml,mjml,sh,hbs}',
    ],
    { cwd: ROOT },
  )
    .filter((path) => path !== 'package-lock.json' && !/(^|\/)(dist|node_modules|test-results)\//.test(path))
    .sort();
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const linesWhere = (paths: string[], found: (source: string, path: string) => string[]): string[] =>
  paths.flatMap((path) => found(read(path), path).map((hit) => `${path}: ${hit}`));

interface Route {
  method: string;
  path: string;
  access: string;
}

const HANDLER = /((?:@[A-Za-z]+\((?:[^()]|\([^()]*\))*\)\s*)+)(?:async\s+)?([a-zA-Z]+)\s*\(/g;

/** Every HTTP handler of a service with its address and the access it declares, read from the decorators. */
function handlersOf(service: string): (Route & { where: string })[] {
  return filesOf(`apps/${service}/src/**/*.controller.ts`)
    .concat('libs/service-kit/src/health/health.controller.ts')
    .flatMap((file) => {
      const source = read(file);
      const prefix = /@Controller\(\s*(?:'([^']*)')?/.exec(source)?.[1] ?? '';
      return [...source.matchAll(HANDLER)].flatMap(([, decorators = '', name]) => {
        const access = /@Access\('([a-z]+)'\)/.exec(decorators)?.[1] ?? 'none';
        return [...decorators.matchAll(/@(Get|Post|Put|Patch|Delete)\(\s*(?:'([^']*)')?/g)].map(
          ([, verb = '', path = '']) => ({
            method: verb.toUpperCase(),
            path: `/${[prefix, path].filter(Boolean).join('/')}`.replaceAll('//', '/'),
            access,
            where: `${file} ${name}`,
          }),
        );
      });
    });
}

interface GatewayRow extends Route {
  service?: string;
  archive?: { address: string; parts: { service: string }[] };
}

/** Loaded by path: tools know the apps as files, not as libraries. */
async function gatewayRoutes(): Promise<readonly GatewayRow[]> {
  const { routes } = (await import(join(ROOT, 'apps/gateway/src/routes.ts'))) as { routes: readonly GatewayRow[] };
  return routes;
}

const normal = (path: string): string => path.replace(/:[a-zA-Z]+/g, ':');
const isInside = ({ path }: Pick<Route, 'path'>): boolean => /^\/(internal|metrics|healthz|readyz)(\/|$)/.test(path);
const handlerLines = (): string[] =>
  SERVICES.flatMap((service) =>
    handlersOf(service).map(
      ({ method, path, access }) => `${method} ${normal(path)} ${service.replace('-svc', '')} ${access}`,
    ),
  );

describe('the house', () => {
  it('has every app with its own README, and all that runs on Node its configuration, services their migrations', () => {
    for (const app of APPS) expect(filesOf(`apps/${app}/README.md`)).toHaveLength(1);
    for (const app of [...SERVICES, 'gateway']) expect(filesOf(`apps/${app}/src/config.ts`)).toHaveLength(1);
    for (const service of SERVICES) {
      expect(filesOf(`apps/${service}/src/database/migrations/*.ts`).length).toBeGreaterThan(0);
    }
  });

  it('routes each public handler once, with the same access, and nothing that no service answers', async () => {
    const routes = await gatewayRoutes();
    const rows = routes
      .filter(({ archive }) => !archive)
      .map((row) => `${row.method} ${normal(row.path)} ${row.service ?? ''} ${row.access}`);
    const handlers = handlerLines().filter((line) => !isInside({ path: line.split(' ')[1] ?? '' }));
    expect(new Set(rows).size).toBe(rows.length);
    expect([...handlers].sort()).toEqual([...rows].sort());
  });

  it('keeps every internal address for the shop’s own processes, but those that a caller asks together through an archive row', async () => {
    const routes = await gatewayRoutes();
    const parts = routes.flatMap(
      ({ archive, access }) => archive?.parts.map(({ service }) => `GET ${archive.address} ${service} ${access}`) ?? [],
    );
    const opened = handlerLines().filter(
      (line) => isInside({ path: line.split(' ')[1] ?? '' }) && !line.endsWith(' internal'),
    );
    expect([...opened].sort()).toEqual([...parts].sort());
  });

  it('never routes an internal address', async () => {
    expect((await gatewayRoutes()).filter(isInside)).toEqual([]);
  });

  it('keeps one owner for each event, and lets only the owner publish it', () => {
    expect(new Set(EVENTS.map(({ type }) => type)).size).toBe(EVENTS.length);
    const constantOf = new Map(
      filesOf('libs/contracts/src/**/*.ts').flatMap((file) =>
        [...read(file).matchAll(/export const (\w+) = defineEvent\(\s*'([^']+)'/g)].map(
          ([, constant = '', type = '']) => [constant, type] as const,
        ),
      ),
    );
    const foreign = SERVICES.flatMap((service) =>
      linesWhere(filesOf(`apps/${service}/src/**/*.ts`), (source) =>
        [...source.matchAll(/outbox\.publish\(\s*\w+,\s*(\w+)/g)].flatMap(([, constant = '']) => {
          const definition = EVENTS.find(({ type }) => type === constantOf.get(constant));
          return definition && definition.owner !== service
            ? [`publishes ${definition.type}, which ${definition.owner} owns`]
            : [];
        }),
      ),
    );
    expect(foreign).toEqual([]);
  });

  it('names no file or folder after nothing', () => {
    const vague = filesOf('{apps,libs,tools}/**/*').filter((path) =>
      /(^|[/.-])(helpers?|utils?|common|manager|misc|shared)([/.-]|$)/.test(path),
    );
    expect(vague.filter((path) => !path.startsWith('libs/contracts/src/common'))).toEqual([]);
  });

  it('gives each refusal one code and one meaning', () => {
    const kinds = new Map<string, Set<string>>();
    for (const file of filesOf('{apps,libs}/**/src/**/*.ts')) {
      for (const [, code = '', kind = ''] of read(file).matchAll(/new DomainError\(\s*'([^']+)',\s*'([^']+)'/g)) {
        kinds.set(code, (kinds.get(code) ?? new Set()).add(kind));
      }
    }
    expect(
      [...kinds].filter(([code, used]) => !/^[A-Z]+(_[A-Z]+)+$/.test(code) || used.size > 1).map(([code]) => code),
    ).toEqual([]);
  });

  it('has no circle of imports', () => {
    const files = new Set(filesOf('{apps,libs,tools}/**/*.{ts,tsx}'));
    const importsOf = (file: string): string[] =>
      [...read(file).matchAll(/^(?:import|export)\s+(?!type\b)[^;]*?from\s+'(\.[^']+)'/gms)].flatMap(
        ([, specifier = '']) => {
          const target = join(file, '..', specifier).replace(/\.(js|ts)$/, '');
          return [`${target}.ts`, `${target}.tsx`].filter((candidate) => files.has(candidate));
        },
      );
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (file: string, path: string[]): void => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      if (done.has(file) || path.includes(file)) return;
      for (const next of importsOf(file)) visit(next, [...path, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
    expect(circles).toEqual([]);
  });

  it('takes one version of each dependency', () => {
    const versions = new Map<string, Set<string>>();
    for (const file of [...filesOf('{apps,libs}/**/package.json'), 'tools/package.json', 'package.json']) {
      const manifest = JSON.parse(read(file)) as Record<
        'dependencies' | 'devDependencies',
        Record<string, string> | undefined
      >;
      for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
        versions.set(name, (versions.get(name) ?? new Set()).add(version));
      }
    }
    expect([...versions].filter(([, seen]) => seen.size > 1)).toEqual([]);
  });

  it('knows what shipping and tax cost in one place', () => {
    const files = filesOf('{apps,libs,tools}/**/*.{ts,tsx,mjs,html,hbs}').filter(
      (path) =>
        !/\.spec\.tsx?$|\/testing\/|\/test\/|^apps\/e2e\/|libs\/contracts\/src\/order\/constants\.ts/.test(path),
    );
    const costsIn = (source: string): string[] =>
      /\b(?:tax|shipping|subtotal|cents|total)/i.test(source)
        ? (source.match(
            /\b(SHIPPING_CENTS|TAX_PERCENT) ?=|(?<![\d.,_])(?:9\.99|9_?99|0?\.08|1\.08)(?![\d.,_])|(?<![\d.])8(?:\.0+)? ?%|\b8 ?\/ ?100\b|\(8n?,|, 8n?\)/g,
          ) ?? [])
        : [];
    for (const planted of [
      'taxCents = cents * 0.08',
      'total = subtotal * 1.08',
      'shippingCents = 999',
      "'Shipping: $9.99'",
      'Tax (8 %)',
      'percentOfCents(subtotalCents, 8)',
      'cents * 8 / 100',
    ])
      expect([planted, costsIn(planted)]).not.toEqual([planted, []]);
    expect(linesWhere(files, costsIn)).toEqual([]);
  });

  it('speaks of the product only', () => {
    const foreign =
      /(?<![\w$}.-])\/(home|root|Users|work|workspace|builds)\/(?!\.npm)[\w.-]|\bregistry\.[a-z]+\.[a-z]+/; // but npm's cache in an image
    expect(linesWhere(allTexts(), (source) => foreign.exec(source)?.slice(0, 1) ?? [])).toEqual([]);
    expect(read('package-lock.json')).not.toMatch(/"resolved": "https?:/);
  });

  it('explains every decision that is cited by its number', () => {
    const LIGHTS = ['D50', 'D65']; // standard illuminants: of colours, not of ours
    const explained = new Set(
      [...read('docs/decisions.md').matchAll(/^\| (D\d+[a-z]?) \| \S/gm)]
        .map(([, number = '']) => number)
        .concat(LIGHTS),
    );
    const unexplained = linesWhere(allTexts(), (source) =>
      (source.match(/\bD\d{1,2}[a-z]?\b/g) ?? []).filter((number) => !explained.has(number)),
    );
    expect(unexplained).toEqual([]);
  });
});
