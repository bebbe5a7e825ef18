import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const caddyfile = readFileSync(join(import.meta.dirname, '../../../deploy/Caddyfile'), 'utf8').replaceAll(/#.*$/gm, '');
/** The text of the block that begins with this line. */
const readBlock = (opening: string): string =>
  new RegExp(`^${opening} \\{\\n(.*?)^\\}`, 'ms').exec(caddyfile)?.[1] ?? '';

describe('deploy/Caddyfile', () => {
  it('speaks TLS 1.2 and 1.3 only, with the cipher suites and the public certificate of Caddy’s defaults', () => {
    const directives = /tls \{([^}]*)\}/.exec(readBlock('\\{\\$SITE_URL\\}'))?.[1]?.trim();
    expect(directives).toBe('protocols tls1.2 tls1.3');
    expect(caddyfile).not.toMatch(/\bciphers\b|\binternal\b|insecure/);
  });

  it('leads pages from http to https, and refuses calls', () => {
    const http = readBlock('http://');
    expect(http).toMatch(/@data path \/api\/\* \/media\/\*\s+handle @data \{\s+respond "[^"]+" 403\s+\}/);
    expect(http.match(/redir .*/g)).toEqual(['redir {$SITE_URL}{uri} 308']);
    expect(http).not.toContain('reverse_proxy');
  });
});
