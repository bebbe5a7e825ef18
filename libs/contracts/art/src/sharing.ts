import { readable } from '@shop/contracts-common';
import * as z from 'zod/mini';

/** Links to one artwork at a time. */
export const SHARE_LINKS_MAX = 5;

/** 128 random bits in hex, which messengers find as part of the link whatever follows. The server stores its hash only. */
export const SHARE_TOKEN = /^[0-9a-f]{32}$/;

/** A link by which everybody sees an artwork, as its owner sees it in a list. The link itself is not stored. */
export const shareLinkSchema = z.object({ id: z.uuid(), createdAt: z.iso.datetime() });
export type ShareLink = z.infer<typeof shareLinkSchema>;
export const shareLinkReader = readable(shareLinkSchema);

/** `path`: the page of the link. It is sent once. */
export const newShareLinkSchema = z.extend(shareLinkSchema, { path: z.string() });
export type NewShareLink = z.infer<typeof newShareLinkSchema>;
export const newShareLinkReader = readable(newShareLinkSchema);

/** What the page of a link shows. The picture has another address than the artwork, and is smaller. */
export const sharedArtworkSchema = z.object({
  styleKey: z.string(),
  petName: z.nullable(z.string()),
  picture: z.object({ url: z.string(), width: z.int(), height: z.int() }),
});
export type SharedArtwork = z.infer<typeof sharedArtworkSchema>;
export const sharedArtworkReader = readable(sharedArtworkSchema);

/** The page of a link. */
export const sharePath = (token: string): string => `/a/${token}`;
