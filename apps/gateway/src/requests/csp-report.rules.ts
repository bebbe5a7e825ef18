import { z } from 'zod';

/** What is logged of a report: neither addresses with a query, which may have a key, nor samples of scripts. */
export interface CspViolation {
  directive: string;
  /** The origin that was blocked, or the scheme, or a word such as `inline`. */
  blocked: string;
  /** Path of the page. */
  page: string;
}

/** Labels of the metric: a sender may send any word. */
const DIRECTIVES: ReadonlySet<string> = new Set([
  'base-uri',
  'connect-src',
  'default-src',
  'font-src',
  'form-action',
  'frame-ancestors',
  'frame-src',
  'img-src',
  'manifest-src',
  'media-src',
  'object-src',
  'script-src',
  'script-src-attr',
  'script-src-elem',
  'style-src',
  'style-src-attr',
  'style-src-elem',
  'worker-src',
]);
const MAX_REPORTS = 20;
const MAX_LENGTH = 200;

/** Of `report-uri`, which Firefox and Safari use. */
const legacySchema = z.object({
  'csp-report': z.object({
    'effective-directive': z.string().optional(),
    'violated-directive': z.string().optional(),
    'blocked-uri': z.string().default(''),
    'document-uri': z.string().default(''),
  }),
});

/** Of the Reporting API. Reports of other kinds are ignored. */
const reportsSchema = z.array(
  z.union([
    z.object({
      type: z.literal('csp-violation'),
      body: z.object({
        effectiveDirective: z.string(),
        blockedURL: z.string().nullish(),
        documentURL: z.string().default(''),
      }),
    }),
    z.unknown().transform(() => null),
  ]),
);

/** Undefined if the body is no report. */
export function parseCspReports(body: string): CspViolation[] | undefined {
  const json = parseJson(body);
  const legacy = legacySchema.safeParse(json);
  if (legacy.success) {
    const report = legacy.data['csp-report'];
    const directive = report['effective-directive'] ?? report['violated-directive']?.split(' ')[0];
    return [toViolation(directive, report['blocked-uri'], report['document-uri'])];
  }
  const reports = reportsSchema.safeParse(json);
  return reports.data
    ?.slice(0, MAX_REPORTS)
    .flatMap((report) =>
      report
        ? [toViolation(report.body.effectiveDirective, report.body.blockedURL ?? '', report.body.documentURL)]
        : [],
    );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const toViolation = (directive = '', blocked: string, page: string): CspViolation => ({
  directive: DIRECTIVES.has(directive) ? directive : 'other',
  blocked: toOrigin(blocked),
  page: URL.canParse(page) ? new URL(page).pathname.slice(0, MAX_LENGTH) : '',
});

function toOrigin(blocked: string): string {
  if (!URL.canParse(blocked)) return /^[a-z-]{1,30}$/.test(blocked) ? blocked : '';
  const { origin, protocol } = new URL(blocked);
  return (origin === 'null' ? protocol : origin).slice(0, MAX_LENGTH);
}
