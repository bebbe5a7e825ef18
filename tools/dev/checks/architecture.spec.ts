/** Rules of docs/architecture.md that neither the compiler nor ESLint checks. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { artEvents } from '@shop/contracts-art';
import { catalogEvents } from '@shop/contracts-catalog';
import { identityEvents } from '@shop/contracts-identity';
import { orderEvents } from '@shop/contracts-order';
import { supportEvents } from '@shop/contracts-support';

const ROOT = join(import.meta.dirname, '../../..');
const SERVICES = ['identity-svc', 'catalog-svc', 'art-svc', 'order-svc', 'support-svc'] as const;
const EVENTS = [...identityEvents, ...catalogEvents, ...artEvents, ...orderEvents, ...supportEvents];

const isGenerated = (path: string): boolean =>
  /(^|\/)(dist|node_modules|\.data|\.nx|test-results|templates)\//.test(path);
const findFiles = (pattern: string): string[] =>
  globSync(pattern, { cwd: ROOT })
    .filter((path) => !isGenerated(path))
    .sort();
/** All files with text written by people. */
const findTexts = (): string[] =>
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
/** Applies `search` to each file; returns `path: match`. */
const searchIn = (paths: string[], search: (source: string, path: string) => string[]): string[] =>
  paths.flatMap((path) => search(read(path), path).map((match) => `${path}: ${match}`));

describe('the workspace', () => {
  it('has one owner for each event, and only the owner publishes it', () => {
    expect(new Set(EVENTS.map(({ type }) => type)).size).toBe(EVENTS.length);
    const typeByConstant = new Map(
      findFiles('libs/contracts/*/src/**/*.ts').flatMap((file) =>
        [...read(file).matchAll(/export const (\w+) = defineEvent\(\s*'([^']+)'/g)].map(
          ([, constant = '', type = '']) => [constant, type] as const,
        ),
      ),
    );
    const violations = SERVICES.flatMap((service) =>
      searchIn(findFiles(`apps/${service}/src/**/*.ts`), (source) =>
        [...source.matchAll(/outbox\.publish\(\s*\w+,\s*(\w+)/g)].flatMap(([, constant = '']) => {
          const definition = EVENTS.find(({ type }) => type === typeByConstant.get(constant));
          return definition && definition.owner !== service
            ? [`publishes ${definition.type}, which ${definition.owner} owns`]
            : [];
        }),
      ),
    );
    expect(violations).toEqual([]);
  });

  describe('imports', () => {
    const files = new Set(findFiles('{apps,libs,tools}/**/*.{ts,tsx}'));
    const importsOf = (file: string, pattern: RegExp): string[] =>
      [...read(file).matchAll(pattern)].flatMap(([, specifier = '']) => {
        const target = join(file, '..', specifier).replace(/\.(js|ts)$/, '');
        return [`${target}.ts`, `${target}.tsx`].filter((candidate) => files.has(candidate));
      });
    const findCycles = (graph: Map<string, Set<string>>): string[] => {
      const visited = new Set<string>();
      const cycles: string[] = [];
      const visit = (node: string, path: string[]): void => {
        if (path.includes(node)) cycles.push([...path.slice(path.indexOf(node)), node].join(' → '));
        if (visited.has(node) || path.includes(node)) return;
        for (const next of graph.get(node) ?? []) visit(next, [...path, node]);
        visited.add(node);
      };
      for (const node of graph.keys()) visit(node, []);
      return cycles;
    };

    it('have no cycles between files', () => {
      const runtimeImport = /^(?:import|export)\s+(?!type\b)[^;]*?from\s+'(\.[^']+)'/gms;
      expect(findCycles(new Map([...files].map((file) => [file, new Set(importsOf(file, runtimeImport))])))).toEqual(
        [],
      );
    });

    it('have no cycles between the features of an app or library, types included', () => {
      const anyImport = /^(?:import|export)\s[^;]*?from\s+'(\.[^']+)'/gms;
      /** The first folder below `src`. Files directly in `src` belong to no feature. */
      const featureOf = (file: string): string | undefined => /^(?:.*?)\/src\/[^/]+(?=\/)/.exec(file)?.[0];
      const graph = new Map<string, Set<string>>();
      for (const file of files) {
        const feature = featureOf(file);
        if (feature === undefined || /\.spec\.tsx?$/.test(file)) continue;
        const imported = importsOf(file, anyImport).flatMap((target) => featureOf(target) ?? []);
        const others = imported.filter((other) => other !== feature);
        graph.set(feature, new Set([...(graph.get(feature) ?? []), ...others]));
      }
      expect(findCycles(graph)).toEqual([]);
    });
  });

  it('follows no redirect in requests of servers, so that no answer chooses another address', () => {
    const files = findFiles('{apps/{gateway,*-svc},libs/{art-engine,jobs,messaging,service-kit}}/src/**/*.ts');
    const findCalls = (source: string): string[] =>
      source
        .split(/(?<![.\w])(?:fetch|new OpenAI)\(/)
        .slice(1)
        .map((rest) => rest.split(/^\s*\}\)|\);/m)[0] ?? '');
    const calls = searchIn(files, findCalls);
    expect(calls.length).toBeGreaterThan(3);
    expect(calls.filter((call) => !call.includes("redirect: 'error'"))).toEqual([]);
  });

  it('contains no paths of a developer’s machine and no private registry', () => {
    const privatePath =
      /(?<![\w$}.-])\/(home|root|Users|work|workspace|builds)\/(?!\.npm)[\w.-]|\bregistry\.[a-z]+\.[a-z]+/; // except npm's cache in an image
    expect(searchIn(findTexts(), (source) => privatePath.exec(source)?.slice(0, 1) ?? [])).toEqual([]);
    expect(read('package-lock.json')).not.toMatch(/"resolved": "https?:/);
  });
});
