export { type Stack, startStack, type StartOptions } from './stack.ts';
export { type ServiceName, SERVICES } from './services.ts';
export { StartRefusal } from './start-refusal.ts';
export { buildWhatChanged } from './build.ts';
export { quietReporter } from './reporter.ts';
