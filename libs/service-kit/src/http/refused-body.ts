import type { IncomingMessage } from 'node:http';

/** How long the body of a refused request is read, so that its client gets to the answer. */
export const ANSWER_MS = 2_000;

/** Beyond this size the connection is closed. */
const MAX_BYTES = 64 * 1024 * 1024;

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Then a response must not say `connection: close`: Node would reset the connection at once, and the client would lose the response. */
export const hasUnreadBody = (req: IncomingMessage): boolean => hasBody(req) && !req.complete;

/** Reads a refused body, because browsers read the response only after they have sent it. */
export function readToEnd(req: IncomingMessage): void {
  if (req.complete || req.destroyed) return;
  // A pipe to a service that ends later would pause the body.
  req.unpipe();
  let bytes = 0;
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) req.socket.destroy();
  });
  req.resume();
}

/** Resolves when the body is complete, its connection has ended, or ANSWER_MS have passed. The caller reads the body. */
export async function waitForBody(req: IncomingMessage): Promise<void> {
  if (!hasUnreadBody(req) || req.socket.destroyed) return;
  await new Promise<void>((resolve) => {
    const onEnd = (): void => {
      clearTimeout(timer);
      req.off('end', onEnd);
      req.socket.off('close', onEnd);
      resolve();
    };
    const timer = setTimeout(onEnd, ANSWER_MS).unref();
    req.once('end', onEnd);
    // Node emits no `close` for a request whose connection ends after its response.
    req.socket.once('close', onEnd);
  });
}

/** Reads a refused body that need not arrive, and ends its connection after ANSWER_MS. */
export function cutBody(req: IncomingMessage): void {
  readToEnd(req);
  void waitForBody(req).then(() => {
    if (hasUnreadBody(req)) req.socket.destroy();
  });
}
