import type * as routes from '../routes/continuing.js';
import { MESSAGES } from '@shop/contracts-common';
import { type DocsOf, SAMPLE } from '@shop/contracts-common/docs';
import { CONTINUE_LINK, CONTINUE_LINK_INVALID } from '../index.js';

const tag = 'Art';

export const continuingDocs: DocsOf<typeof routes> = {
  sendContinueLink: {
    tag,
    repeated: 'sends another link',
    summary: 'Send a link that opens an own design on another device',
    description: `The email has a link that works once, for ${CONTINUE_LINK.validHours} hours. It opens a copy of this design with its photos, and nothing else of the session. At most ${CONTINUE_LINK.maxPerArtwork} links a day for an artwork, and ${CONTINUE_LINK.maxPerRecipient} for an address.`,
    answer: 'Nothing; support-svc sends the email',
    errors: { 429: 'Too many links of the last day', 503: 'The shop has no `EMAIL_SECRET`' },
    examples: [
      {
        name: 'sends a link',
        given: ['an artwork'],
        params: { id: SAMPLE.artwork },
        body: { email: 'tablet@example.com' },
        status: 204,
      },
      {
        name: 'refuses what is no address',
        given: ['an artwork'],
        params: { id: SAMPLE.artwork },
        body: { email: 'nobody' },
        status: 400,
        message: 'Invalid email address',
      },
      {
        name: 'does not find an artwork of others',
        as: 'a customer',
        params: { id: SAMPLE.unknown },
        body: { email: 'tablet@example.com' },
        status: 404,
        message: MESSAGES.notFound,
      },
    ],
  },
  openContinueLink: {
    tag,
    repeated: 'answers the same in the same session',
    summary: 'Open the design of such a link',
    description:
      'The session of the caller gets a copy of the design. In the session that has the design already it answers that one, and the link stays valid.',
    answer: 'The design of the caller',
    examples: [
      {
        name: 'opens the design',
        given: ['a continue link'],
        as: 'a guest',
        body: { token: SAMPLE.continueToken },
        status: 200,
      },
      {
        name: 'refuses an unknown link',
        as: 'a guest',
        body: { token: 'unknown' },
        status: 404,
        message: CONTINUE_LINK_INVALID,
      },
    ],
  },
};
