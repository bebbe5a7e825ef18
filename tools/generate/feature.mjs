import { editFile, validateKebabCase, nextMigration, getScope, SERVICES, addElement, addImport } from './workspace.mjs';

const toPascalCase = (text) => text.replace(/(^|-)([a-z0-9])/g, (_, __, letter) => letter.toUpperCase());

export const featureGenerator = {
  description: 'a feature of a service: contract, table, module, controller, service, repository, test',
  prompts: [
    { type: 'list', name: 'service', message: 'Service:', choices: SERVICES },
    { type: 'input', name: 'name', message: 'Name in the plural (gift-wraps):', validate: validateKebabCase },
    {
      type: 'input',
      name: 'singular',
      message: 'Name in the singular:',
      default: ({ name }) => name?.replace(/s$/, ''),
      validate: validateKebabCase,
    },
    {
      type: 'list',
      name: 'access',
      message: 'Access level:',
      choices: ['public', 'guest', 'session', 'user', 'admin'],
      default: 'admin',
    },
  ],
  actions: (answers) => {
    const { service, name } = answers;
    const scope = getScope(service);
    const migration = nextMigration(service, toPascalCase(name));
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
        editFile(
          `libs/contracts/src/${scope}/index.ts`,
          (text) => `${text.trimEnd()}\n\nexport * from './${name}.js';\n`,
        ),
      () =>
        editFile(`apps/${service}/src/app.module.ts`, (text) =>
          addElement(
            addImport(text, `import { ${toPascalCase(name)}Module } from './${name}/${name}.module.js';`),
            /\bimports: \[/,
            `${toPascalCase(name)}Module`,
          ),
        ),
      () =>
        editFile(migration.list, (text) =>
          addElement(
            addImport(text, `import { ${migration.className} } from './migrations/${migration.number}-${name}.js';`),
            /\bmigrations = \[/,
            migration.className,
          ),
        ),
      () =>
        `Next: add /api/${name} to apps/gateway/src/routes.ts (service ${scope}, access ${answers.access}); npm run check fails until both agree.`,
    ];
  },
};
