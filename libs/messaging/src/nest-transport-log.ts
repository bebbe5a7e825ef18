import { Logger } from '@nestjs/common';
import type { TransportLog } from './transport/index.js';

/** The transports know no framework; this lets them write into the service's log. */
export function createNestTransportLog(context: string): TransportLog {
  const logger = new Logger(context);
  return {
    info: (fields, message) => logger.log(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
  };
}
