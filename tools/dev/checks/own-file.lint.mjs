import { basename } from 'node:path';

const DECORATORS = new Set(['Catch', 'Controller', 'Entity', 'Injectable', 'Module']);
const fold = (name) => name.replaceAll(/[-.]/g, '').toLowerCase();

/** ESLint rule: a class that Nest provides has a file named after it, so `PrintFilesService` is in `print-files.service.ts`. */
const ownFile = {
  meta: { type: 'problem', schema: [], messages: { name: 'Give {{name}} a file of its own, named after it.' } },
  create(context) {
    const file = basename(context.filename, '.ts');
    const names = [fold(file), fold(file.split('.')[0])];
    return {
      ClassDeclaration(node) {
        const isProvided = node.decorators.some(({ expression }) => DECORATORS.has(expression.callee?.name));
        if (isProvided && !names.includes(fold(node.id.name)))
          context.report({ node: node.id, messageId: 'name', data: { name: node.id.name } });
      },
    };
  },
};

export const ownFiles = {
  files: ['{apps,libs}/*/src/**/*.ts'],
  ignores: ['**/*.spec.ts'],
  plugins: { nest: { rules: { 'own-file': ownFile } } },
  rules: { 'nest/own-file': 'error' },
};
