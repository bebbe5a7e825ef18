import * as z from 'zod/mini';
import { moveDraft, readDraft } from './draft.js';

/** The wizard while somebody is in it, and as it was left with its artworks done. */
export const WIZARD_DRAFT = 'wizard';
const LEFT_DRAFT = 'wizard-left';

/** An artwork that was made in this visit; its number is the one it was asked for by. */
export const madeArtworkSchema = z.object({ variation: z.int(), imageId: z.string(), imageUrl: z.string() });
export type MadeArtwork = z.infer<typeof madeArtworkSchema>;

const leftSchema = z.object({ made: z.array(madeArtworkSchema) });

/** The next visit of the wizard starts with a new photo; what it knew of these artworks is kept for {@link reopenWizard}. */
export const leaveWizard = (): void => moveDraft(WIZARD_DRAFT, LEFT_DRAFT);

/** Whether the wizard still knows what this artwork was made of. It may not have been left yet while the page after it is prepared. */
export const isWizardOf = (imageId: string): boolean =>
  [LEFT_DRAFT, WIZARD_DRAFT].some((name) =>
    readDraft(name, leftSchema)?.made.some((artwork) => artwork.imageId === imageId),
  );

/** The next visit of the wizard goes on where it was left. */
export const reopenWizard = (): void => moveDraft(LEFT_DRAFT, WIZARD_DRAFT);
