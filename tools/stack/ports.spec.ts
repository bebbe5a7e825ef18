import { claimPublicPort, freePorts } from './ports.ts';
import { listenOn, LOOPBACKS } from './test/loopback.ts';

describe('ports', () => {
  it('gives different free ports below the range of outgoing connections', async () => {
    const ports = await freePorts(20);
    expect(new Set(ports).size).toBe(20);
    expect(Math.max(...ports)).toBeLessThan(32_768);
  });

  it.each(LOOPBACKS)(
    'refuses a public port that a server on %s has taken, and says how to take another',
    async (host) => {
      const [port] = (await freePorts(1)) as [number];
      const server = await listenOn(host, port);
      await expect(claimPublicPort('127.0.0.1', port)).rejects.toThrow(
        `Port ${port} is taken by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`,
      );
      server.close();
    },
  );

  it('gives back a port that is free, and a free one for 0', async () => {
    const [port] = (await freePorts(1)) as [number];
    expect(await claimPublicPort('127.0.0.1', port)).toBe(port);
    expect(await claimPublicPort('127.0.0.1', 0)).toBeGreaterThan(1024);
  });

  it('names an address that is not of this machine', async () => {
    await expect(claimPublicPort('203.0.113.1', 3456)).rejects.toThrow("The shop can't listen on 203.0.113.1:3456");
  });
});
