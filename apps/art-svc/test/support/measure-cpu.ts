/** What the work gives, and its processor time (ms, of all threads): by the clock it would be measured what else the machine does. */
export async function measureCpuMs<T>(work: () => Promise<T>): Promise<[T, number]> {
  const start = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(start);
  return [result, (user + system) / 1_000];
}
