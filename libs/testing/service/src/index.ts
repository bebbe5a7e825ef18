export * from '@shop/testing-database';
export { AppProcess, expectGracefulShutdown } from './app-process.js';
export { LateReader } from './late-reader.js';
export { readMetric } from './read-metric.js';
export { asAdmin, asPacker, asGuest, asUser, signIdentityToken, testIdentityKeys } from './identity.js';
export {
  compareHandlers,
  migratedSchema,
  unconnectedTestConfig,
  startTestService,
  TEST_EMAIL_SECRET,
  testConfig,
  type TestResponse,
  type CallOptions,
  type TestService,
} from './test-service.js';
export {
  createTestTransport,
  publishEvent,
  recordEvents,
  createTestTransports,
  TEST_RETRY_DELAYS_MS,
  type EventRecorder,
  type TestTransport,
} from './transports.js';
