/** Runs one part of the proof and prints its line, with the result of `work`. Returns whether it holds. An error is printed, and the other parts go on. */
export async function provePart(name: string, work: () => unknown): Promise<boolean> {
  const startedAt = performance.now();
  const print = (sign: string, rest: string): void =>
    console.log(`  ${sign} ${((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)} s  ${name}${rest}`);
  try {
    const result = await work();
    print('✓', typeof result === 'string' ? ` (${result})` : '');
    return true;
  } catch (error) {
    print('✗', '');
    console.log((error instanceof Error ? error.message : String(error)).replace(/^/gm, '      '));
    return false;
  }
}
