import { connect, createServer, type Server, type Socket } from 'node:net';

const POLL_INTERVAL_MS = 300;

/**
 * A local TCP balancer in front of the replicas of one app. It asks each for readiness three times a second, and leads new connections to
 * the ready ones in turn. Open connections stay where they are.
 */
export class Balancer {
  private readonly ready = new Map<string, boolean>();
  private readonly server: Server;
  private readonly poll: NodeJS.Timeout;
  private readonly sockets = new Set<Socket>();
  private turn = 0;

  /** `readiness`: path that is 200 where a replica is ready. */
  constructor(port: number, readiness: string) {
    this.server = createServer((incoming) => this.forward(incoming)).listen(port, '127.0.0.1');
    this.poll = setInterval(() => {
      for (const replica of this.ready.keys()) void this.check(replica, readiness);
    }, POLL_INTERVAL_MS);
  }

  /** `replica`: its address. It gets connections once it is ready. */
  add(replica: string): void {
    this.ready.set(replica, false);
  }

  remove(replica: string): void {
    this.ready.delete(replica);
  }

  isReady(replica: string): boolean {
    return this.ready.get(replica) ?? false;
  }

  close(): void {
    clearInterval(this.poll);
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private async check(replica: string, readiness: string): Promise<void> {
    const isReady = await fetch(new URL(readiness, replica), { signal: AbortSignal.timeout(2_000) }).then(
      async (response) => {
        await response.body?.cancel();
        return response.ok;
      },
      () => false,
    );
    if (this.ready.has(replica)) this.ready.set(replica, isReady);
  }

  private forward(incoming: Socket): void {
    const replicas = [...this.ready].filter(([, isReady]) => isReady).map(([replica]) => replica);
    const replica = replicas[(this.turn += 1) % replicas.length];
    if (replica === undefined) {
      incoming.destroy();
      return;
    }
    const { hostname, port } = new URL(replica);
    const outgoing = connect(Number(port), hostname);
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      this.sockets.add(one);
      one.setNoDelay(true);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.sockets.delete(one);
        other.destroySoon();
      });
      one.pipe(other);
    }
  }
}
