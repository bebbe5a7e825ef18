/** Whether a client accepts `encoding` (RFC 9110, section 12.5.3). `*` is ignored: real clients name br or gzip. */
export function acceptsEncoding(header: string | string[] | undefined, encoding: string): boolean {
  const entries = [header ?? ''].flat().join(',').split(',');
  return entries.some((entry) => {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
