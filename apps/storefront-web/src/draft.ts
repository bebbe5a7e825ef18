import type * as z from 'zod/mini';

/** Signing out removes every key with this beginning (D13a). */
const PREFIX = 'draft:';

/**
 * What somebody has typed or chosen so far, kept for this browser tab so that a reload loses nothing. Null when
 * there is none, when it no longer fits the schema, or when the browser refuses storage.
 */
export function readDraft<Schema extends z.ZodMiniType>(name: string, schema: Schema): z.infer<Schema> | null {
  try {
    const stored = sessionStorage.getItem(PREFIX + name);
    if (stored === null) return null;
    const parsed = schema.safeParse(JSON.parse(stored));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** A browser that refuses storage (private mode, full) only loses the comfort of a reload. */
export function saveDraft(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    return;
  }
}

export function removeDraft(name: string): void {
  try {
    sessionStorage.removeItem(PREFIX + name);
  } catch {
    return;
  }
}

/** Keeps it under another name, in place of what was kept there. */
export function renameDraft(from: string, to: string): void {
  try {
    const stored = sessionStorage.getItem(PREFIX + from);
    if (stored !== null) sessionStorage.setItem(PREFIX + to, stored);
    sessionStorage.removeItem(PREFIX + from);
  } catch {
    return;
  }
}
