/** Hosts and ports only, as addresses may contain a password. Those of a RabbitMQ cluster are separated by commas. */
export function getHost(addresses: string): string {
  const hosts = addresses
    .split(',')
    .map((address) =>
      URL.canParse(address) ? new URL(address).host || 'this machine' : 'an address that cannot be read',
    );
  return hosts.join(', ');
}

/** Replaces the database in an address; keeps the options in the query. */
export function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.toString();
}
