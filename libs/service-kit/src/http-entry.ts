/** `@shop/service-kit/http`: what every process starts with, without a database. The gateway imports only this. */
export { assertAccess, assertPermission } from './access/access-level.js';
export { assertCodeEntered } from './access/second-factor.js';
export { getKeyId } from './access/public-keys.js';
export { CONFIG, ConfigurationError, pem, processEnvSchema, readEnvironment } from './environment.js';
export { checkPart, Readiness, type Part, type ServiceState } from './health/readiness.js';
export { PartFault, type PartState } from './part-fault.js';
export { createLogger, LOGGER } from './logger.js';
export { addPartMetrics } from './health/part-metrics.js';
export {
  createProcessMetrics,
  createRequestDuration,
  formatMetrics,
  type RequestDuration,
} from './metrics/process-metrics.js';
export { runProcess, type RunningApp } from './run-process.js';
export {
  createStatusError,
  encodeErrorResponse,
  toErrorResponse,
  toProblem,
  UNEXPECTED,
  type ErrorResponse,
} from './http/error-response.js';
export { ANSWER_MS, cutBody, hasBody, hasUnreadBody, waitForBody, readToEnd } from './http/refused-body.js';
