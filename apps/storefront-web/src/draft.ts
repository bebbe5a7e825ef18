import type * as z from 'zod/mini';

/** Signing out removes every key with this prefix. */
const PREFIX = 'draft:';

/** The drafts of wizards with artworks. Only the history entries that belong to them show them again. */
export const FINISHED_DRAFTS = 'wizards-finished';

/** Whether this tab has such a draft, readable or not. */
export function hasDraft(name: string): boolean {
  try {
    return sessionStorage.getItem(PREFIX + name) !== null;
  } catch {
    return false;
  }
}

/**
 * Reads unsaved input of this browser tab, which survives a reload. Returns null if there is none, if it does not match
 * the schema, or if the browser refuses storage.
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

/** If the browser refuses storage (private mode, full), input is lost on a reload; nothing else breaks. */
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
