import type { ServiceName } from '@shop/contracts/common';

/** Injection token of the options of MessagingModule.forRoot. */
export const MESSAGING_OPTIONS = Symbol('MESSAGING_OPTIONS');

export interface MessagingOptions {
  service: ServiceName;
  rabbitmqUrl?: string;
  databaseUrl?: string;
  namespace: string;
  /** Event type → how many events one process handles at a time. */
  concurrency?: Readonly<Record<string, number>>;
  retryDelaysMs?: readonly number[];
  queueExpiresMs?: number;
}
