import * as z from 'zod/mini';
import { renameDraft, readDraft } from './draft.js';

/** The wizard while somebody is in it, and as it was left with its artworks done. */
export const WIZARD_DRAFT = 'wizard';
const ARCHIVED_DRAFT = 'wizard-left';

/** An artwork that was made in this visit; its number is the one it was asked for by. */
export const generatedArtworkSchema = z.object({ variation: z.int(), imageId: z.string(), imageUrl: z.string() });
export type GeneratedArtwork = z.infer<typeof generatedArtworkSchema>;

const archivedSchema = z.object({ made: z.array(generatedArtworkSchema) });

/** The next visit of the wizard starts with a new photo; what it knew of these artworks is kept for {@link restoreWizardDraft}. */
export const archiveWizardDraft = (): void => renameDraft(WIZARD_DRAFT, ARCHIVED_DRAFT);

/** Whether the wizard still knows what this artwork was made of. It may not have been left yet while the page after it is prepared. */
export const hasWizardDraftFor = (imageId: string): boolean =>
  [ARCHIVED_DRAFT, WIZARD_DRAFT].some((name) =>
    readDraft(name, archivedSchema)?.made.some((artwork) => artwork.imageId === imageId),
  );

/** The next visit of the wizard goes on where it was left. */
export const restoreWizardDraft = (): void => renameDraft(ARCHIVED_DRAFT, WIZARD_DRAFT);
