/** Why node_modules does not match the lock, or undefined where it does. */
export function whatIsMissing(root: string): string | undefined;
/** Throws Refusal where the version can't install the project. */
export function refuseOldNode(version: string): void;
/** Installs what is missing; quiet and instant where nothing is. Throws Refusal. */
export function bootstrap(root: string): Promise<void>;
