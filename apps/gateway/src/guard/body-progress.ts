import type { IncomingMessage } from 'node:http';

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

interface BodyTimes {
  /** How long no byte may arrive. */
  idleMs: number;
  /** How long the whole body may take, so that single bytes don't keep a connection. */
  maxMs: number;
}

/** Checks per idle time. Several, so that a busy process that reads late is no pause of the client. */
const CHECKS = 4;

/**
 * Calls back if the body stops arriving or takes too long, and again after the same time. A slow body that progresses is no
 * failure.
 */
export function watchBodyProgress(req: IncomingMessage, { idleMs, maxMs }: BodyTimes, onStalled: () => void): void {
  if (!hasBody(req) || req.complete) return;
  const { socket } = req;
  let lastBytes = socket.bytesRead;
  let idleChecks = 0;
  let startedAt = Date.now();
  const timer = setInterval(() => {
    // Node emits no `close` for a request whose connection ends after its response.
    if (req.complete || socket.destroyed) return stop();
    idleChecks = socket.bytesRead === lastBytes ? idleChecks + 1 : 0;
    lastBytes = socket.bytesRead;
    if (idleChecks < CHECKS && Date.now() - startedAt < maxMs) return;
    idleChecks = 0;
    startedAt = Date.now();
    onStalled();
  }, idleMs / CHECKS).unref();
  const stop = (): void => clearInterval(timer);
  req.once('close', stop);
}
