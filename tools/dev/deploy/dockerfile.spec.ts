import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOCKERFILE, getArguments, imageNames, instructions, lastStage } from './dockerfile.ts';

describe('the Dockerfile', () => {
  it('uses the Node version of the project and runs as an ordinary user', () => {
    const { devDependencies } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'),
    ) as { devDependencies: { node: string } };
    for (const name of imageNames) expect(name).toContain(`node:${devDependencies.node}-`);
    const users = lastStage.filter((instruction) => instruction.getKeyword() === 'USER').map(getArguments);
    expect(users).toEqual(['node']);
  });

  it('copies the collected files only: no compiler, no secret', () => {
    const ofLastStage = DOCKERFILE.split('\nFROM ').at(-1) ?? '';
    expect(ofLastStage.match(/^COPY .*$/gm)).toEqual(['COPY --from=build /image /app']);
    expect(
      instructions.filter((instruction) => /(PASSWORD|SECRET|PRIVATE_KEY|TOKEN)/.test(instruction.toString())),
    ).toEqual([]);
  });

  it('installs the packages of the compilation once for all images', () => {
    const shared = DOCKERFILE.slice(0, DOCKERFILE.indexOf('\nARG APP'));
    expect(shared).toContain('npm ci');
  });
});
