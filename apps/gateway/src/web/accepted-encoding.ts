/** Whether a client takes `encoding` (RFC 9110, section 12.5.3). `*` is not believed: nobody sends it without naming br or gzip. */
export function acceptsEncoding(header: string | string[] | undefined, encoding: string): boolean {
  const entries = [header ?? ''].flat().join(',').split(',');
  return entries.some((entry) => {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
