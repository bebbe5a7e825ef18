import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { jest } from '@jest/globals';
import { StartProgress } from '../database/start-progress.js';
import { EarlyServer } from './early-server.js';

const BODY = 'a photo';

describe('a connection to a service', () => {
  let server: EarlyServer;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  /** `part`: of the body that is sent before the response. */
  async function post(path: string, part = BODY): Promise<IncomingMessage> {
    const { port } = server.address() as AddressInfo;
    const headers = { 'content-length': BODY.length };
    const sent = request({ agent, host: '127.0.0.1', port, path, method: 'POST', headers });
    sent.write(part);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    sent.end(BODY.slice(part.length));
    await text(response);
    return response;
  }

  beforeEach(async () => {
    jest.useFakeTimers({
      now: Date.now(),
      doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'setTimeout', 'setInterval'],
    });
    server = new EarlyServer({ service: 'art-svc', version: '1.0.0', progress: new StartProgress() });
    await server.openPort(0, '127.0.0.1');
    server.useHandler((req, res) => {
      if (req.url === '/refused') return void res.writeHead(429).end();
      req.resume().once('end', () => res.end('done'));
    });
    server.listen();
  });
  afterEach(() => {
    jest.useRealTimers();
    agent.destroy();
    server.close();
  });

  it('ends with the answer to a request after ten seconds', async () => {
    expect((await post('/')).headers.connection).toBe('keep-alive');
    jest.advanceTimersByTime(10_000);
    expect((await post('/')).headers.connection).toBe('close');
  });

  it('stays for an answer before the end of a body, which its client would lose', async () => {
    await post('/');
    jest.advanceTimersByTime(10_000);
    const { statusCode, headers } = await post('/refused', BODY.slice(0, 1));
    expect([statusCode, headers.connection]).toEqual([429, 'keep-alive']);
    expect((await post('/')).headers.connection).toBe('close');
  });
});
