import { edit, isKebab, nextMigration, scopeOf, SERVICES, withElement, withImport } from './workspace.mjs';

const pascal = (text) => text.replace(/(^|-)([a-z0-9])/g, (_, __, letter) => letter.toUpperCase());

export const featureGenerator = {
  description: 'a feature of a service: contract, table, module, controller, use cases, queries, test',
  prompts: [
    { type: 'list', name: 'service', message: 'In which service?', choices: SERVICES },
    { type: 'input', name: 'name', message: 'Its name, in the plural (gift-wraps):', validate: isKebab },
    {
      type: 'input',
      name: 'singular',
      message: 'And in the singular:',
      default: ({ name }) => name?.replace(/s$/, ''),
      validate: isKebab,
    },
    {
      type: 'list',
      name: 'access',
      message: 'Who may call it?',
      choices: ['public', 'guest', 'session', 'user', 'admin'],
      default: 'admin',
    },
  ],
  actions: (answers) => {
    const { service, name } = answers;
    const scope = scopeOf(service);
    const migration = nextMigration(service, pascal(name));
    const data = { scope, migration, migrationClass: migration.className };
    const folder = `apps/${service}/src/${name}`;
    const from = (template, path) => ({
      type: 'add',
      templateFile: `templates/feature/${template}.hbs`,
      path: `${process.cwd()}/${path}`,
      data,
    });
    return [
      from('contract.ts', `libs/contracts/src/${scope}/${name}.ts`),
      from('migration.ts', `${migration.folder}/${migration.number}-${name}.ts`),
      from('repository.ts', `${folder}/${name}.repository.ts`),
      from('service.ts', `${folder}/${name}.service.ts`),
      from('mapper.ts', `${folder}/${answers.singular}.mapper.ts`),
      from('controller.ts', `${folder}/${name}.controller.ts`),
      from('module.ts', `${folder}/${name}.module.ts`),
      from('int.spec.ts', `apps/${service}/test/${name}.int.spec.ts`),
      () =>
        edit(`libs/contracts/src/${scope}/index.ts`, (text) => `${text.trimEnd()}\n\nexport * from './${name}.js';\n`),
      () =>
        edit(`apps/${service}/src/app.module.ts`, (text) =>
          withElement(
            withImport(text, `import { ${pascal(name)}Module } from './${name}/${name}.module.js';`),
            /\bimports: \[/,
            `${pascal(name)}Module`,
          ),
        ),
      () =>
        edit(migration.list, (text) =>
          withElement(
            withImport(text, `import { ${migration.className} } from './migrations/${migration.number}-${name}.js';`),
            /\bmigrations = \[/,
            migration.className,
          ),
        ),
      () =>
        `Next: add /api/${name} to apps/gateway/src/routes.ts (service ${scope}, access ${answers.access}); npm run check fails until both agree.`,
    ];
  },
};
