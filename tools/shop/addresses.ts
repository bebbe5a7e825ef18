/** Host and port only: an address often carries a password. */
export function getHost(address: string): string {
  return URL.canParse(address) ? new URL(address).host || 'this machine' : 'an address that cannot be read';
}

/** The same address with another database; options in the query stay. */
export function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.toString();
}
