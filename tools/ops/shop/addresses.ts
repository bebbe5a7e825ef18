/** Host and port only, as addresses may contain a password. */
export function getHost(address: string): string {
  return URL.canParse(address) ? new URL(address).host || 'this machine' : 'an address that cannot be read';
}

/** Replaces the database in an address; keeps the options in the query. */
export function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.toString();
}
