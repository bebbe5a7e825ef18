import { parseCspReports } from './csp-report.rules.js';

const legacy = (report: object): string => JSON.stringify({ 'csp-report': report });

describe('parseCspReports', () => {
  it.each([
    [
      'report-uri',
      legacy({
        'effective-directive': 'img-src',
        'blocked-uri': 'https://evil.test/pixel?token=secret',
        'document-uri': 'https://shop.test/reset-password?token=secret',
        'script-sample': 'secret',
      }),
    ],
    [
      'the Reporting API',
      JSON.stringify([
        { type: 'deprecation', body: { message: 'secret' } },
        {
          type: 'csp-violation',
          url: 'https://shop.test/reset-password?token=secret',
          body: {
            effectiveDirective: 'img-src',
            blockedURL: 'https://evil.test/pixel?token=secret',
            documentURL: 'https://shop.test/reset-password?token=secret#secret',
            sample: 'secret',
          },
        },
      ]),
    ],
  ])('keeps directive, origin and path of a report by %s, and no query', (_, body) => {
    expect(parseCspReports(body)).toEqual([
      { directive: 'img-src', blocked: 'https://evil.test', page: '/reset-password' },
    ]);
  });

  it.each([
    [{ 'violated-directive': "script-src 'self'", 'blocked-uri': 'inline' }, 'script-src', 'inline'],
    [{ 'effective-directive': 'x'.repeat(500), 'blocked-uri': 'data:text/html,secret' }, 'other', 'data:'],
    [{ 'blocked-uri': 'chrome-extension://abc/x.js' }, 'other', 'chrome-extension:'],
    [{ 'effective-directive': 'font-src', 'blocked-uri': 'any text {}' }, 'font-src', ''],
  ])('bounds what a report may say: %j', (report, directive, blocked) => {
    expect(parseCspReports(legacy(report))).toEqual([{ directive, blocked, page: '' }]);
  });

  it('takes twenty reports at a time, and nothing that is no report', () => {
    const report = { type: 'csp-violation', body: { effectiveDirective: 'img-src' } };
    expect(parseCspReports(JSON.stringify(Array(50).fill(report)))).toHaveLength(20);
    for (const body of ['', '{', 'null', '{}', '"x"']) expect(parseCspReports(body)).toBeUndefined();
  });
});
