import { backgroundField } from '@shop/contracts-art';
import * as z from 'zod/mini';
import { renameDraft, readDraft } from './draft.js';

/** The draft of the wizard that is open. */
export const WIZARD_DRAFT = 'wizard';
/** The draft of a wizard that was left after its artworks were generated. */
const ARCHIVED_DRAFT = 'wizard-left';

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

const archivedSchema = z.object({ artworks: z.array(generatedArtworkSchema) });

/** Makes the next visit of the wizard start with a new photo. {@link restoreWizardDraft} brings these artworks back. */
export const archiveWizardDraft = (): void => renameDraft(WIZARD_DRAFT, ARCHIVED_DRAFT);

/**
 * True if a stored wizard draft contains this artwork. The draft may not be archived yet while the next page is
 * prepared.
 */
export const hasWizardDraftFor = (imageId: string): boolean =>
  [ARCHIVED_DRAFT, WIZARD_DRAFT].some((name) =>
    readDraft(name, archivedSchema)?.artworks.some((artwork) => artwork.imageId === imageId),
  );

/** Makes the next visit of the wizard continue where it was left. */
export const restoreWizardDraft = (): void => renameDraft(ARCHIVED_DRAFT, WIZARD_DRAFT);
