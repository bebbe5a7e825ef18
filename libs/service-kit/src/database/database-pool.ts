import { DomainError, SERVICE_NAMES, type ServiceName } from '@shop/contracts/common';
import pg, { type PoolClient, type PoolConfig } from 'pg';

type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (release?: unknown) => void,
) => void;

/** Messages of the two timeout errors of pg-pool 3.x (index.js): no free connection, and no new connection in time. They have no code. */
const CONNECT_TIMEOUT_MESSAGES = [
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
];

function toBusyError(service: ServiceName, error: Error): Error {
  if (!CONNECT_TIMEOUT_MESSAGES.includes(error.message)) return error;
  return new DomainError(
    'SERVICE_BUSY',
    'unavailable',
    `${SERVICE_NAMES[service]} is very busy right now. Please try again in a moment.`,
    { cause: error },
  );
}

/** pg's module for TypeORM's option `driver`. Its pool rejects with SERVICE_BUSY (503) when no connection is available in time. */
export function createPgModule(service: ServiceName): typeof pg {
  class DatabasePool extends pg.Pool {
    constructor(config?: PoolConfig) {
      super(config);
      // A connection that breaks between two statements emits `error`, which would end the process. The next statement rejects anyway.
      this.on('connect', (client) => client.on('error', () => undefined));
    }

    override connect(): Promise<PoolClient>;
    override connect(callback: ConnectCallback): void;
    override connect(callback?: ConnectCallback): Promise<PoolClient> | void {
      if (callback)
        return super.connect((error, client, release) =>
          callback(error && toBusyError(service, error), client, release),
        );
      return super.connect().catch((error: Error) => {
        throw toBusyError(service, error);
      });
    }
  }
  return { ...pg, Pool: DatabasePool };
}
