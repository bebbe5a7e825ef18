/** A refusal that is told in one sentence, without a stack. */
export class Refusal extends Error {
  exitCode: number;
}
/** What npm printed, in one sentence for people. */
export function explainFailure(output: string): string;
/** Installs what the lock asks for; `expected` packages are at its top level. Throws Refusal. */
export function install(root: string, reason: string, expected: number): Promise<void>;
/** Brings the project's own Node where npm skipped its install script. Throws Refusal. */
export function ensureOwnNode(root: string): Promise<void>;
