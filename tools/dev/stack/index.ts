export { buildShop } from './build.ts';
export { getWebReleases, type ServiceName, SERVICES } from './services.ts';
export { listWebBuilds, releaseWebBuilds } from './web-releases.ts';
export { type Stack, startStack, type StartOptions } from './stack.ts';
export { StartError } from '../../ops/shop/start-error.ts';
