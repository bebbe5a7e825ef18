/** What the work gives, and its processor time (ms, of all threads): by the clock it would be measured what else the machine does. */
export async function withItsCpu<T>(work: () => Promise<T>): Promise<[T, number]> {
  const begun = process.cpuUsage();
  const done = await work();
  const { user, system } = process.cpuUsage(begun);
  return [done, (user + system) / 1_000];
}
