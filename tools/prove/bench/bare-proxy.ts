/** `bare-proxy.ts TARGET`: http-proxy-middleware on a plain HTTP server with a keep-alive agent. Sends its port over IPC. */
import { Agent, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createProxyMiddleware } from 'http-proxy-middleware';

const proxy = createProxyMiddleware({
  target: process.argv[2],
  agent: new Agent({ keepAlive: true, maxFreeSockets: 256 }),
  changeOrigin: true,
});
const server = createServer((req, res) => void proxy(req, res));
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit(0));
