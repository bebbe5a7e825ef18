import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { readParameters } from './strict-pooler.js';

/** https://www.postgresql.org/docs/17/protocol-message-formats.html */
const HEADER_BYTES = 5;
const INT4 = 23;

function encodeMessage(type: string, body: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(type);
  header.writeInt32BE(body.length + HEADER_BYTES - 1, 1);
  return Buffer.concat([header, body]);
}

const OK = encodeMessage('R', Buffer.alloc(4));
const READY = encodeMessage('Z', Buffer.from('I'));
const COMPLETE = encodeMessage('C', Buffer.from('SELECT 1\0'));

/** A row with the number of the only session. */
function encodePid(): Buffer {
  const column = Buffer.alloc(18);
  column.writeInt32BE(INT4, 6);
  const [count, length] = [Buffer.from([0, 1]), Buffer.from([0, 0, 0, 1])];
  return Buffer.concat([
    encodeMessage('T', Buffer.concat([count, Buffer.from('pid\0'), column])),
    encodeMessage('D', Buffer.concat([count, length, Buffer.from('7')])),
  ]);
}

function answer(socket: Socket, message: Buffer): void {
  if (message.toString('latin1', 0, 1) === 'X') return void socket.end();
  const isAsked = message.includes('pg_backend_pid');
  socket.write(Buffer.concat([...(isAsked ? [encodePid()] : []), COMPLETE, READY]));
}

/** Answers as PgBouncer in transaction mode that has one session for all clients. It knows no table. */
export class SharingPooler {
  private constructor(private readonly server: Server) {}

  static async listen(): Promise<SharingPooler> {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (message: Buffer) => {
        if ('statement_timeout' in readParameters(message)) return void socket.destroy();
        socket.write(Buffer.concat([OK, READY]));
        socket.on('data', (query: Buffer) => answer(socket, query));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SharingPooler(server);
  }

  get url(): string {
    return `postgresql://shop@127.0.0.1:${(this.server.address() as AddressInfo).port}/shop`;
  }

  close(): void {
    this.server.close();
  }
}
