/** A refusal that is told in one sentence, without a stack. */
export class Refusal extends Error {
  exitCode: number;
}
/** What npm printed, in one sentence for people. */
export function explainFailure(output: string): string;
/** What the file holds; undefined where there is no such file, or no JSON in it. */
export function readJson(path: string): unknown;
/** The program of the project's own Node. */
export function ownNode(root: string): string;
/** Installs what the lock asks for, and runs the install scripts that package.json allows; `expected` packages are at its top level. Throws Refusal. */
export function install(root: string, reason: string, expected: number): Promise<void>;
