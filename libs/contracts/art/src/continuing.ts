import { readable } from '@shop/contracts-common';
import * as z from 'zod/mini';

/** A link by email opens one design in another browser. */
export const CONTINUE_LINK = { validHours: 24, maxPerArtwork: 5, maxPerRecipient: 5 } as const;

/** Of an unknown, used or expired link. */
export const CONTINUE_LINK_INVALID =
  'This link has ended, or was opened in another browser. Please send yourself a new one.';

/** Pages of artworks do without the rule of addresses; art-svc has it. */
export const continueRequestSchema = z.object({ email: z.string().check(z.maxLength(300)) });
export type ContinueRequest = z.infer<typeof continueRequestSchema>;

export const openContinueLinkSchema = z.object({ token: z.string().check(z.maxLength(100, CONTINUE_LINK_INVALID)) });
export type OpenContinueLink = z.infer<typeof openContinueLinkSchema>;

/** The caller's own copy of the design. */
export const continuedDesignSchema = z.object({ imageId: z.uuid(), imageUrl: z.string() });
export type ContinuedDesign = z.infer<typeof continuedDesignSchema>;
export const continuedDesignReader = readable(continuedDesignSchema);

/** The encrypted part of `continue-link.requested`. The address is in it, so that the link cannot be sent to another one. */
export const continueLinkSecretSchema = z.object({ email: z.string(), token: z.string() });
export type ContinueLinkSecret = z.infer<typeof continueLinkSecretSchema>;
