import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DockerfileParser, type Instruction } from 'dockerfile-ast';

/** The Dockerfile of all images. */
export const DOCKERFILE = readFileSync(join(import.meta.dirname, '../../../deploy/Dockerfile'), 'utf8');

export const instructions = DockerfileParser.parse(DOCKERFILE).getInstructions();
export const getArguments = (instruction: Instruction): string => instruction.getArgumentsContent() ?? '';
export const lastStage = instructions.slice(
  instructions.findLastIndex((instruction) => instruction.getKeyword() === 'FROM'),
);

/** The images that the stages start from. */
export const imageNames = instructions
  .filter((instruction) => instruction.getKeyword() === 'FROM')
  .map((from) => getArguments(from));

/** Environment variables that the image sets. */
export function imageEnvironment(): Record<string, string> {
  const pairs = lastStage
    .filter((instruction) => instruction.getKeyword() === 'ENV')
    .flatMap((instruction) => instruction.getArguments().map((argument) => argument.getValue().split('=')));
  return Object.fromEntries(pairs as [string, string][]);
}
