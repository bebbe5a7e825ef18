import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { register } from 'prom-client';
import { CspReportsController } from './csp-reports.controller.js';

const report = { 'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'https://evil.test/x?key=secret' } };
const lines: string[] = [];
const controller = new CspReportsController(pino({}, { write: (line) => lines.push(line) }));
const send = (body: string, ip = '203.0.113.1'): Promise<void> =>
  controller.receiveReport({ ip, raw: Readable.from([Buffer.from(body)]) } as unknown as FastifyRequest);

describe('CspReportsController', () => {
  it('logs what was blocked, without a query', async () => {
    await send(JSON.stringify(report));
    expect(lines.join('')).toContain('"violation":{"directive":"img-src","blocked":"https://evil.test","page":""}');
    expect(lines.join('')).not.toContain('secret');
  });

  it('refuses what is no report', async () => {
    await expect(send('text')).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('refuses more than sixty of an address in ten minutes', async () => {
    const sent = await Promise.allSettled(
      Array.from({ length: 70 }, () => send(JSON.stringify(report), '203.0.113.2')),
    );
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(60);
    expect(sent.at(-1)).toMatchObject({ reason: { kind: 'too-many' } });
    await send(JSON.stringify(report), '203.0.113.3');
  });

  it('logs at most 300 lines in ten minutes, of all senders together, and counts the rest', async () => {
    const entry = { type: 'csp-violation', body: { effectiveDirective: 'font-src' } };
    const full = JSON.stringify(Array(20).fill(entry));
    for (let network = 0; network < 20; network++) await send(full, `198.51.100.${network}`);
    expect(lines.length).toBe(300);
    const { values = [] } = (await register.getSingleMetric('csp_violations_total')?.get()) ?? {};
    expect(values.find(({ labels }) => labels['directive'] === 'font-src')?.value).toBe(400);
  });
});
