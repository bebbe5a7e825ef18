import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A TCP proxy that simulates an outage: `interrupt` breaks open connections and refuses new ones until `restore`. `redirect`
 * simulates a failover: new connections reach another server, open ones stay.
 */
export class InterruptibleProxy {
  private readonly sockets = new Set<Socket>();
  private isInterrupted = false;

  private constructor(
    private readonly server: Server,
    readonly port: number,
    private target: string,
  ) {}

  /** `target` is a URL with host and port. The proxy listens on a free port. */
  static async listenFor(target: string): Promise<InterruptibleProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (typeof address !== 'object' || !address) throw new Error('The proxy is not listening.');
    const proxy = new InterruptibleProxy(server, address.port, target);
    server.on('connection', (incoming) => {
      const { hostname: host, port } = new URL(proxy.target);
      proxy.pipe(incoming, connect({ host, port: Number(port) }));
    });
    return proxy;
  }

  private pipe(incoming: Socket, outgoing: Socket): void {
    if (this.isInterrupted) {
      incoming.destroy();
      outgoing.destroy();
      return;
    }
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      this.sockets.add(one);
      one.setNoDelay(true);
      one.on('error', () => undefined);
      one.on('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }

  /** The given URL with the proxy's host and port. */
  url(target: string): string {
    const url = new URL(target);
    url.hostname = '127.0.0.1';
    url.port = String(this.port);
    return url.href;
  }

  interrupt(): void {
    this.isInterrupted = true;
    for (const socket of this.sockets) socket.destroy();
  }

  restore(): void {
    this.isInterrupted = false;
  }

  redirect(target: string): void {
    this.target = target;
  }

  async close(): Promise<void> {
    this.interrupt();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
