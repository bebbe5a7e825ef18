import type * as routes from '../routes/sharing.js';
import { MESSAGES } from '@shop/contracts-common';
import { type DocsOf, SAMPLE } from '@shop/contracts-common/docs';
import { SHARE_LINKS_MAX } from '../index.js';

const tag = 'Art';
const unknown = { as: 'a customer', params: { id: SAMPLE.unknown }, status: 404, message: MESSAGES.notFound } as const;

export const sharingDocs: DocsOf<typeof routes> = {
  listShareLinks: {
    tag,
    summary: 'List the links to an own artwork',
    description: `The newest first, at most ${SHARE_LINKS_MAX}. The links themselves are not stored.`,
    answer: 'When each was made',
    examples: [
      { name: 'lists the links', given: ['an artwork'], params: { id: SAMPLE.artwork }, status: 200 },
      { name: 'does not find an artwork of others', ...unknown },
    ],
  },
  createShareLink: {
    tag,
    repeated: 'makes another link',
    summary: 'Make a link to an own artwork',
    description: `Everybody who has the link sees a smaller picture of the artwork, its style and the name; neither the photo nor the artwork’s own address. At most ${SHARE_LINKS_MAX} for an artwork. Search engines are told not to list it.`,
    answer: 'The path of its page, which is sent only now',
    errors: { 409: `The artwork has ${SHARE_LINKS_MAX} links` },
    examples: [
      { name: 'makes a link', given: ['an artwork'], params: { id: SAMPLE.artwork }, status: 201 },
      { name: 'does not find an artwork of others', ...unknown },
    ],
  },
  endShareLink: {
    tag,
    summary: 'End a link to an own artwork',
    description: 'Its page ends at once; its picture may stay in caches for an hour.',
    answer: 'Nothing',
    examples: [
      { name: 'ends a link', given: ['a share link'], params: { id: SAMPLE.shareLink }, status: 204 },
      { name: 'does not find an unknown link', ...unknown },
    ],
  },
  getSharedArtwork: {
    tag,
    summary: 'The artwork of a link',
    answer: 'What the page of the link shows',
    examples: [
      {
        name: 'returns the artwork of a link',
        given: ['a share link'],
        params: { token: SAMPLE.shareToken },
        status: 200,
      },
      {
        name: 'does not find an unknown link',
        as: 'anonymous',
        params: { token: '00000000000000000000000000000000' },
        status: 404,
        message: MESSAGES.notFound,
      },
    ],
  },
};
