import { Logger } from '@nestjs/common';
import type { EventDefinition, ServiceName } from '@shop/contracts-common';
import type { TransportLog } from './transport/index.js';

/** Injection token of the options of MessagingModule.forRoot. */
export const MESSAGING_OPTIONS = Symbol('MESSAGING_OPTIONS');

export interface MessagingOptions {
  service: ServiceName;
  /** The events that the service publishes. */
  events: readonly EventDefinition[];
  /** The service's own database, without a pooler that shares sessions: for LISTEN. */
  sessionUrl: string;
  /** Whether this process handles events. Default true. Each process publishes. */
  isWorker?: boolean;
  rabbitmqUrl?: string;
  databaseUrl?: string;
  namespace: string;
  /** Event type → how many events one process handles at a time. */
  concurrency?: Readonly<Record<string, number>>;
  retryDelaysMs?: readonly number[];
  queueExpiresMs?: number;
}

/** Injection token of the process's event transport. */
export const EVENT_TRANSPORT = Symbol('EVENT_TRANSPORT');

/** Adapts Nest's logger for the transports, which are independent of Nest. */
export function createNestTransportLog(context: string): TransportLog {
  const logger = new Logger(context);
  return {
    info: (fields, message) => logger.log(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
  };
}
