import type { IncomingMessage } from 'node:http';

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

interface BodyTimes {
  /** How long no byte may arrive. */
  idleMs: number;
  /** How long the whole body may take, so that single bytes don't keep a connection. */
  maxMs: number;
}

/** Checks per idle time. A stalled body is noticed after at most 1.25 of it. */
const CHECKS = 4;

/**
 * Calls back if the body stops arriving or takes too long, and again after the same time. A slow body that progresses is no
 * failure.
 */
export function watchBodyProgress(req: IncomingMessage, { idleMs, maxMs }: BodyTimes, onStalled: () => void): void {
  if (!hasBody(req) || req.complete) return;
  const { socket } = req;
  let startedAt = Date.now();
  let last = { bytes: socket.bytesRead, at: startedAt };
  const timer = setInterval(() => {
    // Node emits no `close` for a request whose connection ends after its response.
    if (req.complete || socket.destroyed) return stop();
    const now = Date.now();
    if (socket.bytesRead !== last.bytes) last = { bytes: socket.bytesRead, at: now };
    if (now - last.at < idleMs && now - startedAt < maxMs) return;
    startedAt = last.at = now;
    onStalled();
  }, idleMs / CHECKS).unref();
  const stop = (): void => clearInterval(timer);
  req.once('close', stop);
}
