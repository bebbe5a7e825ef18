import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { editFile, read, ROOT, getScope, SERVICES, addElement, addImport } from './workspace.mjs';

const EVENT_NAME = /^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/;
const toCamelCase = (text) => text.replace(/[.-]([a-z])/g, (_, letter) => letter.toUpperCase());
const toPascalCase = (text) => toCamelCase(`-${text}`);
/** In single quotes as everywhere, but where it has some itself. */
const toStringLiteral = (sentence) => (/['"\\]/.test(sentence) ? JSON.stringify(sentence) : `'${sentence}'`);

/** The contract file that lists the events of a scope. */
function findEventsFile(scope) {
  const folder = `libs/contracts/src/${scope}`;
  const file = readdirSync(join(ROOT, folder)).find((name) =>
    read(`${folder}/${name}`).includes(`export const ${scope === 'catalog' ? 'catalog' : scope}Events = [`),
  );
  if (!file) throw new Error(`No file in ${folder} lists its events`);
  return `${folder}/${file}`;
}

function addDefinition({ owner, name, sentence }) {
  const scope = getScope(owner);
  const [noun = ''] = name.split('.');
  return editFile(findEventsFile(scope), (text) => {
    const definition = `export const ${toCamelCase(name)} = defineEvent('${name}', '${owner}', ${toStringLiteral(sentence)}, z.object({ ${toCamelCase(noun)}Id: z.uuid() }));\n\n`;
    const listAt = text.indexOf(`export const ${scope}Events`);
    return addElement(
      `${text.slice(0, listAt)}${definition}${text.slice(listAt)}`,
      new RegExp(`export const ${scope}Events = \\[`),
      toCamelCase(name),
    );
  });
}

function addSubscription({ owner, name, listener }) {
  const scope = getScope(owner);
  return editFile('libs/contracts/src/subscriptions/index.ts', (text) => {
    const known = new RegExp(`import \\{([^}]+)\\} from '\\.\\./${scope}/index\\.js';`).exec(text);
    const imported = known
      ? text.replace(
          known[0],
          `import { ${[...known[1].split(',').map((part) => part.trim()), toCamelCase(name)].sort().join(', ')} } from '../${scope}/index.js';`,
        )
      : addImport(text, `import { ${toCamelCase(name)} } from '../${scope}/index.js';`);
    const from = imported.indexOf('export const subscriptions');
    return imported.slice(0, from) + addElement(imported.slice(from), new RegExp(`'${listener}': \\[`), toCamelCase(name));
  });
}

export const eventGenerator = {
  description: 'an event: its definition and, for a listener, subscription and consumer',
  prompts: [
    { type: 'list', name: 'owner', message: 'Which service owns the noun?', choices: SERVICES },
    {
      type: 'input',
      name: 'name',
      message: 'Its name, noun.past-tense (gift-wrap.chosen):',
      validate: (text) => EVENT_NAME.test(text) || 'noun.past-tense, please: gift-wrap.chosen',
    },
    {
      type: 'input',
      name: 'sentence',
      message: 'What happened, in a sentence:',
      validate: (text) => text.trim() !== '' || 'A sentence, please.',
    },
    { type: 'list', name: 'listener', message: 'Who listens first?', choices: ['nobody', ...SERVICES] },
  ],
  actions: (answers) => {
    const { name, owner, listener } = answers;
    const actions = [() => addDefinition(answers)];
    if (listener !== 'nobody') {
      const noun = name.split('.')[0];
      const data = {
        scope: getScope(owner),
        constant: toCamelCase(name),
        noun,
        Consumer: `${toPascalCase(name)}Consumer`,
        Module: `${toPascalCase(name)}Module`,
      };
      const folder = `apps/${listener}/src/${name.replace('.', '-')}`;
      const file = name.replace('.', '-');
      const from = (template, path) => ({
        type: 'add',
        templateFile: `templates/event/${template}.hbs`,
        path: `${process.cwd()}/${path}`,
        data: { ...data, file },
      });
      actions.push(
        () => addSubscription(answers),
        from('consumer.ts', `${folder}/${file}.consumer.ts`),
        from('module.ts', `${folder}/${file}.module.ts`),
        () =>
          editFile(`apps/${listener}/src/app.module.ts`, (text) =>
            addElement(
              addImport(text, `import { ${data.Module} } from './${file}/${file}.module.js';`),
              /\bimports: \[/,
              data.Module,
            ),
          ),
      );
    }
    actions.push(
      () =>
        `Next: give ${name} its payload, publish it in the transaction of the change it tells (outbox.publish), then npm run docs.`,
    );
    return actions;
  },
};
