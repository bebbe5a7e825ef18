export { type Stack, startStack, type StartOptions } from './stack.ts';
export { type ServiceName, SERVICES } from './services.ts';
export { StartRefusal } from './start-refusal.ts';
