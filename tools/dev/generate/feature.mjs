import { editFile, validateKebabCase, nextMigration, getScope, SERVICES, addElement, addImport } from './workspace.mjs';

const toPascalCase = (text) => text.replace(/(^|-)([a-z0-9])/g, (_, __, letter) => letter.toUpperCase());

const toCamelCase = (text) => text.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase());

/** Adds the feature's routes to the lists of their owner. */
function registerRoutes(scope, name, singular) {
  const routes = toCamelCase(name);
  const docs = `${toCamelCase(singular)}Docs`;
  const folder = `libs/contracts/${scope}/src`;
  return [
    () => editFile(`${folder}/routes/index.ts`, (text) => `${text.trimEnd()}\nexport * from './${name}.js';\n`),
    () =>
      editFile(`${folder}/docs/index.ts`, (text) =>
        addElement(
          addImport(
            addImport(text, `import * as ${routes} from '../routes/${name}.js';`),
            `import { ${docs} } from './${name}.js';`,
          ),
          /\w+Operations: readonly Operation\[\] = \[/,
          `...describeRoutes(${routes}, ${docs})`,
        ),
      ),
  ];
}

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
    const { service, name, access } = answers;
    const scope = getScope(service);
    const migration = nextMigration(service, toPascalCase(name));
    const data = { scope, migration, migrationClass: migration.className, isForAdmins: access === 'admin' };
    const folder = `apps/${service}/src/${name}`;
    const from = (template, path) => ({
      type: 'add',
      templateFile: `templates/feature/${template}.hbs`,
      path: `${process.cwd()}/${path}`,
      data,
    });
    return [
      from('contract.ts', `libs/contracts/${scope}/src/${name}.ts`),
      from('routes.ts', `libs/contracts/${scope}/src/routes/${name}.ts`),
      from('docs.ts', `libs/contracts/${scope}/src/docs/${name}.ts`),
      from('migration.ts', `${migration.folder}/${migration.number}-${name}.ts`),
      from('repository.ts', `${folder}/${name}.repository.ts`),
      from('service.ts', `${folder}/${name}.service.ts`),
      from('mapper.ts', `${folder}/${answers.singular}.mapper.ts`),
      from('controller.ts', `${folder}/${name}.controller.ts`),
      from('module.ts', `${folder}/${name}.module.ts`),
      from('int.spec.ts', `apps/${service}/test/${name}.int.spec.ts`),
      () =>
        editFile(
          `libs/contracts/${scope}/src/index.ts`,
          (text) => `${text.trimEnd()}\n\nexport * from './${name}.js';\n`,
        ),
      ...registerRoutes(scope, name, answers.singular),
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
      () => 'Next: choose a limit class for the new routes, then run npm run format and npm run docs.',
    ];
  },
};
