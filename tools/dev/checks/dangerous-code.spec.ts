/** What the code of servers and pages must not do, besides the named files. docs/security.md relies on it. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const files = globSync('{apps,libs}/**/src/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((path) => !/(^|\/)(dist|node_modules|testing)\/|\.spec\.tsx?$/.test(path))
  .sort();
/** The sandbox stands for other companies' servers, and is not part of the shop. */
const shopSources = files
  .filter((path) => !path.startsWith('apps/sandbox/'))
  .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')] as const);
const findFiles = (pattern: RegExp, among = shopSources): string[] =>
  among.filter(([, source]) => pattern.test(source)).map(([path]) => path);

describe('no code', () => {
  it.each<[string, RegExp, string[]]>([
    ['runs text as code', /\beval\(|new Function\(|'(?:node:)?vm'/, []],
    [
      'starts a program, but the worker that finds pets',
      /child_process/,
      ['libs/art-engine/src/subject/network-process.ts'],
    ],
    [
      'puts text into a page as HTML, but the data for search engines',
      /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|\bsrcDoc\b/i,
      ['apps/storefront-web/src/catalogue/structured-data.tsx'],
    ],
    ['takes messages of other windows', /addEventListener\(\s*['"]message['"]|\bonmessage\b/, []],
    ['reads XML', /xml2js|fast-xml|DOMParser|\bsax\b|libxml/, []],
    ['takes a certificate unchecked', /rejectUnauthorized|NODE_TLS_REJECT|checkServerIdentity|insecureHTTPParser/, []],
    [
      'encrypts, but one file',
      /create(?:Cipher|Decipher)|publicEncrypt|privateDecrypt|\b\w*(?:Encrypt|Decrypt)\w*\b.* from 'jose'/,
      ['libs/service-kit/src/encryption/encrypted-payload.ts'],
    ],
    [
      'uses another hash than SHA-256, but for ids of rows and the codes of authenticator apps',
      /\b(?:md5|sha-?1)\b|(?:createHash|createHmac|\bhash)\(\s*'(?!sha256')/i,
      ['apps/identity-svc/src/second-factor/totp.rules.ts', 'apps/order-svc/src/money/discrepancies.repository.ts'],
    ],
    ['uses random numbers that can be guessed, but for pauses', /Math\.random/, ['libs/jobs/src/job-outcome.ts']],
    ['sets a cookie in a page', /document\.cookie\s*=|cookieStore/, []],
    [
      'stores anything in the browser, but these',
      /\b(?:local|session)Storage\b|indexedDB|\bcaches\.open/,
      [
        'apps/admin-web/src/forms.ts',
        'apps/admin-web/src/lists/list-keys.tsx',
        'apps/storefront-web/src/draft.ts',
        'libs/web/kit/src/session/admin-place.ts',
        'libs/web/kit/src/session/drafts.ts',
        'libs/web/kit/src/session/sign-in.ts',
        'libs/web/kit/src/theme/theme-store.ts',
      ],
    ],
    ['redirects to another place than a page of the shop', /(?:reply|res)\.redirect\(|@Redirect\((?!'\/[a-z])/, []],
    ['hinders pasting', /\bonPaste\b|addEventListener\(\s*['"]paste/, []],
    [
      'makes a regular expression at run time, but these',
      /\bRegExp\(/,
      ['apps/identity-svc/src/security/sign-in-client.ts', 'apps/order-svc/src/addresses/postal-code.rules.ts'],
    ],
    [
      'takes a body or query without a schema, but the widths of pictures and webhooks, whose sender is checked first',
      /@(?:Body|Query)\((?!zodPipe|keyQuery)/,
      ['apps/art-svc/src/media/media.controller.ts', 'apps/order-svc/src/order-lifecycle/webhooks.controller.ts'],
    ],
  ])('%s', (_, pattern, allowed) => {
    expect(findFiles(pattern)).toEqual(allowed);
  });

  it('stores a time without its zone', () => {
    const tables = shopSources.filter(([path]) => /\/database\/|\.sql\.ts$/.test(path));
    expect(findFiles(/\btimestamptz\b/, tables).length).toBeGreaterThan(4);
    expect(findFiles(/\btimestamp\b(?!\()|without time zone/i, tables)).toEqual([]);
  });
});

/** Parts of statements that the same file makes of constants. A value of a caller is a parameter. */
const SQL_PARTS =
  /^(?:where|set|columns|column|condition|conditions\.join\(' AND '\)|owner|order|(?:presentIntentSql\()?orderId\)?|livemode|table|time|age|tries \+ 1|opensMinutes|bind\(count\)|listAll\(livemode\))$/;
const isConstant = (part: string): boolean =>
  /^[A-Z][A-Z0-9_]*(?:\.\w+)*(?:\(|$)/.test(part) || /^\w+\((?:'[^']*'(?:, )?|[A-Z_]+(?:, )?)*\)$/.test(part);

it('statements have constants only: whatever a caller sends is a parameter', () => {
  const parts = shopSources
    .filter(([path]) => !/-web\/|\/database\/migrations\/|\.sql\.ts$/.test(path))
    .flatMap(([path, source]) =>
      [...source.matchAll(/`(?:[^`\\]|\\.)*`/g)]
        .filter(([text]) => /\b(?:SELECT|INSERT INTO|UPDATE \S+ SET|DELETE FROM|WHERE|ORDER BY)\b/.test(text))
        .flatMap(([text]) =>
          [...text.matchAll(/\$\{([^}]*)\}/g)].map(([, part = '']) => ({ path, part: part.trim() })),
        ),
    );
  expect(parts.length).toBeGreaterThan(50);
  expect(parts.filter(({ part }) => !isConstant(part) && !SQL_PARTS.test(part))).toEqual([]);
});

it('each field for a password is masked and named to password managers', () => {
  const fields = shopSources.flatMap(([path, source]) =>
    [...source.matchAll(/<Input\b[^>]*register\('(?:\w*password|confirmation)'\)[^>]*>/gi)].map(
      ([field]) => `${path}: ${field}`,
    ),
  );
  expect(fields.length).toBeGreaterThan(8);
  const unmasked = fields.filter(
    (field) => !/type="password"/.test(field) || !/autoComplete="(?:current|new)-password"/.test(field),
  );
  expect(unmasked).toEqual([]);
});
