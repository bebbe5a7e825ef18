export { buildShop } from './build.ts';
export { type ServiceName, SERVICES } from './services.ts';
export { type Stack, startStack, type StartOptions } from './stack.ts';
export { StartError } from '../../ops/shop/start-error.ts';
