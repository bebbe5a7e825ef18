/**
 * Returns the result of the work and its CPU time in ms, of all threads. Wall-clock time would include other load on
 * the machine.
 */
export async function measureCpuMs<T>(work: () => Promise<T>): Promise<[T, number]> {
  const start = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(start);
  return [result, (user + system) / 1_000];
}
