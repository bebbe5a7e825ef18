import { connect } from 'node:net';

/** Asks a local server for a sign of life; resolves false on silence, refusal or an answer of another kind. */
type Conversation = (received: Buffer) => { say?: Buffer; verdict?: boolean };

const ANSWER_WITHIN_MS = 1500;

function converse(
  address: { host: string; port: number },
  opening: Buffer,
  conversation: Conversation,
): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    const end = (verdict: boolean): void => {
      socket.destroy();
      resolve(verdict);
    };
    socket.setNoDelay(true);
    socket.setTimeout(ANSWER_WITHIN_MS, () => end(false));
    socket.once('connect', () => socket.write(opening));
    socket.on('data', (chunk) => {
      const { say, verdict } = conversation(chunk);
      if (say) socket.write(say);
      if (verdict !== undefined) end(verdict);
    });
    socket.once('error', () => end(false));
    socket.once('close', () => end(false));
  });
}

/** True where a Redis that asks for no password answers. */
export function redisAnswers(port = 6379, host = '127.0.0.1'): Promise<boolean> {
  return converse({ host, port }, Buffer.from('PING\r\n'), (received) => ({
    verdict: received.toString('latin1').startsWith('+PONG'),
  }));
}

/** True where a RabbitMQ lets guest/guest in (AMQP 0-9-1, section 4.2.3: frames; 1.4.2: connection class). */
export function rabbitmqAnswers(port = 5672, host = '127.0.0.1'): Promise<boolean> {
  return converse({ host, port }, Buffer.from('AMQP\x00\x00\x09\x01', 'latin1'), (received) => {
    const isConnectionMethod = received.length >= 11 && received[0] === 1 && received.readUInt16BE(7) === CONNECTION;
    if (!isConnectionMethod) return { verdict: false };
    const method = received.readUInt16BE(9);
    return method === START ? { say: startOk('guest', 'guest') } : { verdict: method === TUNE };
  });
}

const CONNECTION = 10;
const START = 10;
const START_OK = 11;
const TUNE = 30;

function startOk(user: string, password: string): Buffer {
  const short = (text: string): Buffer => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);
  const long = (bytes: Buffer): Buffer => Buffer.concat([uint32(bytes.length), bytes]);
  const noProperties = uint32(0);
  const payload = Buffer.concat([
    Buffer.from([0, CONNECTION, 0, START_OK]),
    noProperties,
    short('PLAIN'),
    long(Buffer.from(`\0${user}\0${password}`)),
    short('en_US'),
  ]);
  const METHOD_FRAME_ON_CHANNEL_0 = Buffer.from([1, 0, 0]);
  const FRAME_END = Buffer.from([0xce]);
  return Buffer.concat([METHOD_FRAME_ON_CHANNEL_0, uint32(payload.length), payload, FRAME_END]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** True where anything accepts a connection at the host and port of the address. */
export function somethingListens(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (verdict: boolean): void => {
      socket.destroy();
      resolve(verdict);
    };
    socket.setTimeout(ANSWER_WITHIN_MS, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
