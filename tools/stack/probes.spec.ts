import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { rabbitmqAnswers, redisAnswers, somethingListens } from './probes.ts';

let server: Server | undefined;
const sockets = new Set<Socket>();

async function serve(talk: (socket: Socket) => void): Promise<number> {
  const started = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    talk(socket);
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return (started.address() as AddressInfo).port;
}

afterEach(() => {
  server?.close();
  for (const socket of sockets) socket.destroy();
});

describe('looking for servers on this machine', () => {
  it('takes no answer for no', async () => {
    expect([await rabbitmqAnswers(1), await redisAnswers(1), await somethingListens('127.0.0.1', 1)]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('knows Redis by its PONG', async () => {
    const port = await serve((socket) => socket.on('data', () => socket.end('+PONG\r\n')));
    expect(await redisAnswers(port)).toBe(true);
  });

  it('does not take a Redis that asks for a password', async () => {
    const port = await serve((socket) => socket.on('data', () => socket.end('-NOAUTH Authentication required.\r\n')));
    expect(await redisAnswers(port)).toBe(false);
  });

  it('does not take another server for RabbitMQ or Redis', async () => {
    const port = await serve((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect([await rabbitmqAnswers(port), await redisAnswers(port)]).toEqual([false, false]);
  });

  it('does not take a RabbitMQ that refuses guest', async () => {
    const frame = (method: number): Buffer => Buffer.from([1, 0, 0, 0, 0, 0, 4, 0, 10, 0, method, 0xce]);
    const port = await serve((socket) => {
      socket.once('data', () => {
        socket.write(frame(10));
        socket.once('data', () => socket.end(frame(50)));
      });
    });
    expect(await rabbitmqAnswers(port)).toBe(false);
  });

  it('gives up on a server that stays silent', async () => {
    const port = await serve((socket) => socket.resume());
    expect(await redisAnswers(port)).toBe(false);
  });
});
