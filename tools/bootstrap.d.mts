/** A refusal that is told in one sentence, without a stack. */
export class Refusal extends Error {}
/** Why node_modules does not match the lock, or undefined where it does. */
export function whatIsMissing(root: string): string | undefined;
/** Throws Refusal where the version can't install the project. */
export function refuseOldNode(version: string): void;
/** What npm printed, in one sentence for people. */
export function explainFailure(output: string): string;
/** Installs what is missing; quiet and instant where nothing is. */
export function bootstrap(root: string): Promise<void>;
