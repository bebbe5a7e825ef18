import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

const PARTS = 10;

/** An upload as of a browser, which reads the response only after it has sent the whole body. */
export class LateReader {
  private constructor(
    private readonly socket: Socket,
    private readonly part: Buffer,
  ) {}

  /** Sends a POST with a tenth of its body. */
  static async startPost(address: URL, bodyBytes: number, ...headers: string[]): Promise<LateReader> {
    const socket = connect(Number(address.port), address.hostname);
    await once(socket, 'connect');
    socket.pause().on('error', () => undefined);
    const reader = new LateReader(socket, Buffer.alloc(bodyBytes / PARTS, ' '));
    const head = [
      `POST ${address.pathname} HTTP/1.1`,
      `host: ${address.host}`,
      `content-length: ${bodyBytes}`,
      ...headers,
    ];
    socket.write([...head, '', ''].join('\r\n'));
    await reader.sendPart();
    return reader;
  }

  /** Sends the rest. Resolves with the response, its head included. Rejects if the connection ends before all is sent. */
  async finish(): Promise<string> {
    for (let part = 1; part < PARTS; part += 1) await this.sendPart();
    this.socket.end();
    return text(this.socket);
  }

  /** Resolves once the server ends the connection. */
  async waitForEnd(): Promise<void> {
    if (!this.socket.destroyed) await once(this.socket.resume(), 'close');
  }

  private async sendPart(): Promise<void> {
    await promisify((done: (error?: Error | null) => void) => this.socket.write(this.part, done))();
  }
}
