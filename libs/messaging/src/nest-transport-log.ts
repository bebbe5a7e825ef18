import { Logger } from '@nestjs/common';
import type { TransportLog } from './transport/index.js';

/** Adapts Nest's logger for the transports, which are independent of Nest. */
export function createNestTransportLog(context: string): TransportLog {
  const logger = new Logger(context);
  return {
    info: (fields, message) => logger.log(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
  };
}
