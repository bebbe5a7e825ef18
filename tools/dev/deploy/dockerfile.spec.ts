import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Instruction } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { getArguments, DOCKERFILE, instructions, isPinned, lastStage } from './dockerfile.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const findInstructions = (keyword: string): Instruction[] =>
  instructions.filter((instruction) => instruction.getKeyword() === keyword);
const lint = (text: string): string[] =>
  validate(text).map(
    ({ message, range }) => `line ${range.start.line + 1}: ${typeof message === 'string' ? message : message.value}`,
  );

describe('every Dockerfile', () => {
  it.each(
    globSync('{Dockerfile*,{apps,deploy,libs,tools}/**/{Dockerfile*,*.Dockerfile}}', {
      cwd: ROOT,
      exclude: (path) => /node_modules|dist/.test(path),
    }),
  )('%s passes the linter without warnings', (path) => {
    expect(lint(read(path))).toEqual([]);
  });
});

describe('the Dockerfile', () => {
  it('uses pinned images and runs as an ordinary user', () => {
    const images = findInstructions('FROM').map((from) => getArguments(from).split(' ')[0] ?? '');
    expect(images.filter((image) => !isPinned(image))).toEqual([]);
    const users = lastStage.filter((instruction) => instruction.getKeyword() === 'USER').map(getArguments);
    expect(users).toEqual(['node']);
  });

  it('uses the Node version of the project', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: { node: string } };
    for (const from of findInstructions('FROM')) expect(getArguments(from)).toContain(`node:${devDependencies.node}-`);
  });

  it('copies the collected files only: no compiler, no secret', () => {
    const ofLastStage = DOCKERFILE.split('\nFROM ').at(-1) ?? '';
    expect(ofLastStage.match(/^COPY .*$/gm)).toEqual(['COPY --from=build /image /app']);
    expect(
      instructions.filter((instruction) => /(PASSWORD|SECRET|PRIVATE_KEY|TOKEN)/.test(instruction.toString())),
    ).toEqual([]);
  });

  it('calls executable scripts', () => {
    for (const script of globSync('deploy/**/*.sh', { cwd: ROOT })) {
      expect(statSync(join(ROOT, script)).mode & 0o111).toBe(0o111);
      execFileSync(read(script).startsWith('#!/bin/bash') ? 'bash' : 'sh', ['-n', join(ROOT, script)]);
    }
  });
});
