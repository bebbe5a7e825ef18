import { globSync } from 'node:fs';
import { exists, validateKebabCase, read, ROOT } from './workspace.mjs';

/** One above the highest development port of a web app. */
function findFreePort() {
  const ports = globSync('apps/*-web/webpack.config.mjs', { cwd: ROOT }).map((path) =>
    Number(/port: (\d+)/.exec(read(path))?.[1] ?? 0),
  );
  return Math.max(4200, ...ports) + 1;
}

/** The same versions as the other remotes. */
function readDependencies() {
  const all = JSON.parse(read('apps/storefront-web/package.json')).dependencies;
  const needed = [
    '@shop/contracts-common',
    '@shop/web-kit',
    '@shop/web-ui',
    '@tanstack/react-query',
    'react',
    'react-dom',
    'react-router-dom',
  ];
  return JSON.stringify(Object.fromEntries(needed.map((name) => [name, all[name] ?? '*'])), null, 2).replaceAll(
    '\n',
    '\n  ',
  );
}

export const remoteGenerator = {
  description: 'a remote: a web app with its first page',
  prompts: [
    {
      type: 'input',
      name: 'name',
      message: 'Name and path (loyalty):',
      validate: (text) => (exists(`apps/${text}-web`) ? 'This app exists already.' : validateKebabCase(text)),
    },
  ],
  actions: ({ name }) => {
    const data = { port: findFreePort(), dependencies: readDependencies() };
    const folder = `apps/${name}-web`;
    const from = (template, path) => ({
      type: 'add',
      templateFile: `templates/remote/${template}.hbs`,
      path: `${process.cwd()}/${folder}/${path}`,
      data,
    });
    return [
      from('package.json', 'package.json'),
      from('README.md', 'README.md'),
      from('webpack.config.mjs', 'webpack.config.mjs'),
      from('app.tsx', 'src/app.tsx'),
      from('app.css', 'src/app.css'),
      from('index.ts', 'src/index.ts'),
      from('page.tsx', `src/${name}.page.tsx`),
      from('page.spec.tsx', `src/${name}.page.spec.tsx`),
      () =>
        `Next: npm install; add /${name} to apps/shell-web/src/page-owner.ts, shop.tsx and site.ts, and ${name} to WEB_APPS (CONTRIBUTING.md); npm start builds and serves the remote.`,
    ];
  },
};
