export { AppProcess, expectGracefulShutdown } from './app-process.js';
export { InterruptibleProxy } from './interruptible-proxy.js';
export { RedisServer } from './redis-server.js';
export { createTestDatabase, listUnindexedForeignKeys, type TestDatabase, type TestSchema } from './database.js';
export { testEnvironment } from './environment.js';
export { readMetric } from './read-metric.js';
export { waitFor } from './wait-for.js';
export { asAdmin, asGuest, asUser, signIdentityToken, testIdentityKeys } from './identity.js';
export { openTestVhost } from './rabbitmq-vhost.js';
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
