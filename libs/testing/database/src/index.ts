export { createTestDatabase, listUnindexedForeignKeys, type TestDatabase, type TestSchema } from './database.js';
export { testEnvironment } from './environment.js';
export { InterruptibleProxy } from './interruptible-proxy.js';
export { canConnect, newVhostName, openTestVhost } from './rabbitmq-vhost.js';
export { RedisServer } from './redis-server.js';
export { expectTrueWithin, waitFor } from './wait-for.js';
