import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Instruction } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { getArguments, DOCKERFILE, instructions, isPinned, lastStage } from './dockerfile.ts';

const ROOT = join(import.meta.dirname, '../..');
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

  it.each([
    ['EXPOSE 3000', 'EXPOS 3000', 'Unknown instruction: EXPOS'],
    ['--start-period=40s', '--begin=40s', 'Unknown flag: begin'],
    ['--timeout=5s', '--timeout=5', 'missing unit in duration'],
    ['COPY --from=build /image /app', 'COPY --from=build /image', 'COPY requires at least two arguments'],
    ['WORKDIR /build', 'WORKDIR build', 'WORKDIR paths should be absolute'],
    ['USER node', 'user node', 'Instructions should be written in uppercase letters'],
    ['VOLUME /data', 'VOLUME /data\nCMD ["node"]', 'There can only be one CMD'],
    [
      'CMD ["node", "--enable-source-maps", "dist/main.js"]',
      "CMD ['node', 'dist/main.js']",
      'single quotes instead of double quotes',
    ],
  ])('the linter finds a mistake in place of "%s"', (right, wrong, problem) => {
    expect(DOCKERFILE).toContain(right);
    expect(lint(DOCKERFILE.replace(right, wrong)).join()).toContain(problem);
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

  it('uses COPY instead of ADD, and has a health check and a command without a shell', () => {
    expect(findInstructions('ADD')).toEqual([]);
    expect(
      lastStage
        .filter((instruction) => ['HEALTHCHECK', 'CMD'].includes(instruction.getKeyword()))
        .map((instruction) => /\["node",/.test(getArguments(instruction))),
    ).toEqual([true, true]);
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
