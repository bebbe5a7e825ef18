import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';

/** What PgBouncer 1.18 takes besides user and database. It refuses the connection for any other parameter. */
const ACCEPTED = [
  'user',
  'database',
  'application_name',
  'client_encoding',
  'datestyle',
  'timezone',
  'standard_conforming_strings',
];

const LENGTH_BYTES = 4;
const VERSION_BYTES = 4;

/** https://www.postgresql.org/docs/17/protocol-message-formats.html, StartupMessage */
export function readParameters(message: Buffer): Record<string, string> {
  const texts = message
    .subarray(LENGTH_BYTES + VERSION_BYTES, message.readInt32BE(0))
    .toString()
    .split('\0');
  const names = texts.filter((_, index) => index % 2 === 0).filter((name) => name !== '');
  return Object.fromEntries(names.map((name, index) => [name, texts[index * 2 + 1] ?? '']));
}

/** Passes connections to a PostgreSQL server, as strictly as PgBouncer. */
export class StrictPooler {
  /** `application_name` of each connection. */
  readonly applications: string[] = [];
  readonly refused: string[] = [];

  private constructor(
    private readonly server: Server,
    private readonly port: number,
  ) {}

  static async listenFor(target: string): Promise<StrictPooler> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const pooler = new StrictPooler(server, (server.address() as AddressInfo).port);
    const { hostname: host, port } = new URL(target);
    server.on('connection', (incoming) => {
      incoming.on('error', () => undefined);
      incoming.once('data', (message: Buffer) => {
        const parameters = readParameters(message);
        pooler.applications.push(parameters['application_name'] ?? '');
        const unknown = Object.keys(parameters).filter((name) => !ACCEPTED.includes(name.toLowerCase()));
        pooler.refused.push(...unknown);
        if (unknown.length > 0) return void incoming.destroy();
        const outgoing = connect({ host, port: Number(port) });
        outgoing.on('error', () => undefined).on('close', () => incoming.destroy());
        incoming.on('close', () => outgoing.destroy());
        outgoing.write(message);
        incoming.pipe(outgoing).pipe(incoming);
      });
    });
    return pooler;
  }

  /** The address of that database through the pooler. */
  url(target: string): string {
    return Object.assign(new URL(target), { hostname: '127.0.0.1', port: String(this.port) }).href;
  }

  close(): void {
    this.server.close();
  }
}
