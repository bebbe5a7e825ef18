import { unescape } from 'node:querystring';
import amqp, { type ChannelModel, type Options } from 'amqplib';

/** The addresses of RABBITMQ_URL: one, or those of a cluster's nodes, separated by commas. */
export const listBrokerAddresses = (urls: string): string[] => urls.split(',').map((url) => url.trim());

function toConnectOptions(address: string, heartbeatSeconds: number): Options.Connect {
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(address);
  return {
    ...Object.fromEntries(searchParams),
    protocol: protocol.slice(0, -1),
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || undefined,
    // amqplib has defaults for both only if both are undefined.
    username: username || password ? unescape(username) : undefined,
    password: username || password ? unescape(password) : undefined,
    vhost: pathname.slice(1),
    heartbeat: heartbeatSeconds,
  };
}

/** Where the next connection goes. amqplib reads `target` at each attempt, so a reconnect can go to another node. */
export class BrokerAddresses {
  readonly target: Options.Connect = {};
  private readonly addresses: readonly string[];
  private index = 0;

  constructor(
    urls: string,
    private readonly heartbeatSeconds: number,
  ) {
    this.addresses = listBrokerAddresses(urls);
    this.point();
  }

  /** After a failed attempt or a lost connection. */
  next(): void {
    this.index = (this.index + 1) % this.addresses.length;
    this.point();
  }

  private point(): void {
    for (const option of Object.keys(this.target)) Reflect.deleteProperty(this.target, option);
    Object.assign(this.target, toConnectOptions(this.addresses[this.index] ?? '', this.heartbeatSeconds));
  }
}

/** One connection that is not reopened, to the first node that answers. */
export async function connectOnce(urls: string, timeout: number): Promise<ChannelModel> {
  let failure: unknown;
  for (const address of listBrokerAddresses(urls))
    try {
      return await amqp.connect(address, { timeout });
    } catch (error) {
      failure = error;
    }
  throw failure;
}
