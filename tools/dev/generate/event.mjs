import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { editFile, read, ROOT, getScope, SERVICES, addElement, addImport } from './workspace.mjs';

const EVENT_NAME = /^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/;
const toCamelCase = (text) => text.replace(/[.-]([a-z])/g, (_, letter) => letter.toUpperCase());
const toPascalCase = (text) => toCamelCase(`-${text}`);
/** In single quotes, or in double quotes if the text contains quotes. */
const toStringLiteral = (text) => (/['"\\]/.test(text) ? JSON.stringify(text) : `'${text}'`);

/** The contract file with the list of a scope's events. */
function findEventsFile(scope) {
  const folder = `libs/contracts/${scope}/src`;
  const file = readdirSync(join(ROOT, folder)).find(
    (name) => name.endsWith('.ts') && read(`${folder}/${name}`).includes(`export const ${scope}Events = [`),
  );
  if (!file) throw new Error(`No file in ${folder} lists its events`);
  return `${folder}/${file}`;
}

function addDefinition({ owner, name, summary, handler }) {
  const scope = getScope(owner);
  const [noun = ''] = name.split('.');
  return editFile(findEventsFile(scope), (text) => {
    const definition = `export const ${toCamelCase(name)} = defineEvent('${name}', '${owner}', { readBy: [${handler === 'none' ? '' : `'${handler}'`}] }, ${toStringLiteral(summary)}, z.object({ ${toCamelCase(noun)}Id: z.uuid() }));\n\n`;
    const listAt = text.indexOf(`export const ${scope}Events`);
    return addElement(
      `${text.slice(0, listAt)}${definition}${text.slice(listAt)}`,
      new RegExp(`export const ${scope}Events = \\[`),
      toCamelCase(name),
    );
  });
}

/** The package of the handler's service imports the contract of the event's owner. */
const addContract = ({ owner, handler }) =>
  editFile(`apps/${handler}/package.json`, (text) => {
    const manifest = JSON.parse(text);
    manifest.dependencies[`@shop/contracts-${getScope(owner)}`] = '*';
    return `${JSON.stringify(manifest, null, 2)}\n`;
  });

export const eventGenerator = {
  description: 'an event: its definition and, for a handler, its consumer',
  prompts: [
    { type: 'list', name: 'owner', message: 'Which service owns the noun?', choices: SERVICES },
    {
      type: 'input',
      name: 'name',
      message: 'Name as noun.past-tense (gift-wrap.chosen):',
      validate: (text) => EVENT_NAME.test(text) || 'Please use noun.past-tense: gift-wrap.chosen',
    },
    {
      type: 'input',
      name: 'summary',
      message: 'A sentence about what has happened:',
      validate: (text) => text.trim() !== '' || 'Please enter a sentence.',
    },
    { type: 'list', name: 'handler', message: 'Which service handles it?', choices: ['none', ...SERVICES] },
  ],
  actions: (answers) => {
    const { name, owner, handler } = answers;
    const actions = [() => addDefinition(answers)];
    if (handler !== 'none') {
      const noun = name.split('.')[0];
      const data = {
        scope: getScope(owner),
        constant: toCamelCase(name),
        noun,
        Consumer: `${toPascalCase(name)}Consumer`,
        Module: `${toPascalCase(name)}Module`,
      };
      const folder = `apps/${handler}/src/${name.replace('.', '-')}`;
      const file = name.replace('.', '-');
      const from = (template, path) => ({
        type: 'add',
        templateFile: `templates/event/${template}.hbs`,
        path: `${process.cwd()}/${path}`,
        data: { ...data, file },
      });
      actions.push(
        () => addContract(answers),
        from('consumer.ts', `${folder}/${file}.consumer.ts`),
        from('module.ts', `${folder}/${file}.module.ts`),
        () =>
          editFile(`apps/${handler}/src/app.module.ts`, (text) =>
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
        `Next: define the payload of ${name}, publish it in the transaction of its change (outbox.publish), then npm run docs.`,
    );
    return actions;
  },
};
