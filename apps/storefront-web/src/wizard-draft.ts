import { backgroundField } from '@shop/contracts-art';
import * as z from 'zod/mini';
import { FINISHED_DRAFTS, readDraft, saveDraft } from './draft.js';

/** The draft of a wizard that has no artwork yet; every visit of /create continues it. */
export const WIZARD_DRAFT = 'wizard';
const FINISHED_MAX = 8;

/** An artwork of the current photos; `variation` and `background` are those that it was requested with. */
export const generatedArtworkSchema = z.object({
  variation: z.int(),
  imageId: z.string(),
  imageUrl: z.string(),
  background: z._default(backgroundField, 'style'),
  /** The engine that drew it, if the server said so. */
  engine: z._default(z.nullable(z.string()), null),
});
export type GeneratedArtwork = z.infer<typeof generatedArtworkSchema>;

/** `imageIds`: none for a copy that has drawn nothing yet. `state`: the wizard's, which only the wizard reads. */
const finishedWizardSchema = z.object({ id: z.string(), imageIds: z.array(z.string()), state: z.unknown() });
export type FinishedWizard = z.infer<typeof finishedWizardSchema>;

/** Newest first. */
const readFinishedWizards = (): FinishedWizard[] => readDraft(FINISHED_DRAFTS, z.array(finishedWizardSchema)) ?? [];

export function saveFinishedWizard(wizard: FinishedWizard): void {
  const others = readFinishedWizards().filter(({ id }) => id !== wizard.id);
  saveDraft(FINISHED_DRAFTS, [wizard, ...others].slice(0, FINISHED_MAX));
}

export const findFinishedWizard = (id: string): FinishedWizard | null =>
  readFinishedWizards().find((wizard) => wizard.id === id) ?? null;

/** The id of the wizard that generated this artwork in this tab; null if there is none. */
export const findWizardId = (imageId: string): string | null =>
  readFinishedWizards().find(({ imageIds }) => imageIds.includes(imageId))?.id ?? null;

/** The artwork that was drawn last in this tab; null if there is none. */
export const findLatestImageId = (): string | null =>
  readFinishedWizards()
    .find(({ imageIds }) => imageIds.length > 0)
    ?.imageIds.at(-1) ?? null;

const entryStateSchema = z.object({
  wizardId: z.optional(z.string()),
  copyOf: z.optional(z.string()),
  sameAs: z.optional(z.string()),
});
type EntryState = z.infer<typeof entryStateSchema>;

/** The state of a history entry of /create: the wizard that it shows, also after Back, Forward and a reload. */
export const toEntryState = (wizardId: string | null): EntryState | null => (wizardId === null ? null : { wizardId });

/** A history entry that starts a wizard with the pets of another, to draw them in another style. */
export const toCopyState = (wizardId: string): EntryState => ({ copyOf: wizardId });

/** A history entry that starts a wizard to draw the chosen artwork of another once more. */
export const toSameState = (wizardId: string): EntryState => ({ sameAs: wizardId });

export function readEntryState(state: unknown): EntryState {
  const parsed = entryStateSchema.safeParse(state);
  return parsed.success ? parsed.data : {};
}
