const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A moment as ISO 8601 (`2026-11-20T10:00:00Z`) or as a time ago (`2d`, `6h`, `30m`). Undefined if it is neither or in the future. */
export function parseSince(text: string, now: Date): Date | undefined {
  const [, count, unit = ''] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  const isIso = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(text);
  const ms = count ? now.getTime() - Number(count) * (UNIT_MS[unit] ?? 0) : isIso ? Date.parse(text) : Number.NaN;
  return ms <= now.getTime() ? new Date(ms) : undefined;
}
