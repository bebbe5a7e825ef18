import type * as routes from '../routes/art.js';

import { BULK_MAX, CURSOR_INVALID, MESSAGES, ORDER_NUMBERS_INVALID } from '@shop/contracts-common';
import { type DocsOf, SAMPLE, BY_KEY } from '@shop/contracts-common/docs';

const tag = 'Art';
const imageUrl = `/media/${SAMPLE.photo}`;
const key = SAMPLE.generation;
const idempotencyKey = { 'idempotency-key': key };

export const artDocs: DocsOf<typeof routes> = {
  listStyles: {
    tag,
    summary: 'List the art styles',
    answer: 'The active styles',
    examples: [{ name: 'lists the styles', status: 200 }],
  },
  uploadPhoto: {
    tag,
    repeated: 'stores the photo once more; the unused one is deleted',
    summary: 'Upload a photo',
    description:
      'PNG or JPEG, detected by its content; at most 25 MB. A JPEG has at most 200 megapixels; a PNG and a progressive JPEG, which have to be in memory as a whole, at most 52. The stored picture is upright, has no metadata and at most 40 megapixels. A JPEG without its end marker is accepted; one that was cut off is refused. Only the first picture of a file with several is stored.',
    answer: 'The uploaded image',
    errors: { 429: 'Too many from this address' },
    examples: [
      { name: 'accepts a photo of a caller without a session', as: 'anonymous', file: 'photo', status: 201 },
      { name: 'accepts a photo of a customer', as: 'a customer', file: 'photo', status: 201 },
      {
        name: 'refuses other file types',
        as: 'anonymous',
        file: 'text',
        status: 415,
        message: 'Please upload a PNG or JPEG image.',
      },
      {
        name: 'refuses a photo that was cut off',
        as: 'anonymous',
        file: 'damaged',
        status: 400,
        message: 'This photo is incomplete. Its file was cut off, so please choose the original again.',
      },
      { name: 'refuses more than 25 MB', as: 'anonymous', file: 'huge', status: 413 },
      {
        name: 'refuses a missing file',
        as: 'anonymous',
        file: 'none',
        status: 400,
        message: 'Please choose a photo to upload.',
      },
    ],
  },
  generateArtwork: {
    tag,
    repeated: BY_KEY,
    summary: 'Generate an artwork from a photo',
    description:
      'Answers when the artwork is complete. The generation continues if the client disconnects; `GET /api/designs` lists its result.',
    headers: {
      'Idempotency-Key':
        'A UUID. A repeated call with the same key waits for the result of the first; with another body the answer is 409.',
    },
    answer: 'The artwork',
    errors: {
      422: 'OpenAI has declined the photo or prompt; the built-in engine declines nothing',
      429: 'Too many from this address',
      502: 'The generation has failed or timed out',
      503: 'The queue is full and nothing was started: try again after `Retry-After`. Or art-svc is shutting down: the same key returns the artwork later',
      504: 'art-svc does not answer',
    },
    examples: [
      {
        name: 'generates an artwork',
        given: ['a photo'],
        headers: idempotencyKey,
        body: { imageUrl, styleKey: 'modern', petName: 'Biscuit' },
        status: 201,
      },
      {
        name: 'generates another variation',
        given: ['a photo'],
        body: { imageUrl, styleKey: 'modern', petName: 'Biscuit', variation: 1 },
        status: 201,
      },
      {
        name: 'generates an artwork for a product',
        given: ['a photo'],
        body: { imageUrl, styleKey: 'modern', printArea: { widthPx: 879, heightPx: 1830 } },
        status: 201,
      },
      {
        name: 'generates a corrected cut-out without a background',
        given: ['a cut-out'],
        body: { imageUrl, styleKey: 'modern', cutOutId: SAMPLE.cutOut, background: 'none' },
        status: 201,
      },
      {
        name: 'generates an artwork of two pets',
        given: ['a photo'],
        body: { imageUrl, styleKey: 'modern', furtherPets: [{ imageUrl }] },
        status: 201,
      },
      {
        name: 'refuses a cut-out of another photo',
        given: ['a photo'],
        body: { imageUrl, styleKey: 'modern', cutOutId: SAMPLE.unknown },
        status: 400,
        message: 'The cut-out of your photo no longer exists. Please choose it again.',
      },
      {
        name: 'refuses an unknown background',
        given: ['a photo'],
        body: { imageUrl, styleKey: 'modern', background: 'sunset' },
        status: 400,
        message: 'Please choose one of the backgrounds',
      },
      {
        name: 'refuses more than four pets',
        given: ['a photo'],
        body: { imageUrl, styleKey: 'modern', furtherPets: [{ imageUrl }, { imageUrl }, { imageUrl }, { imageUrl }] },
        status: 400,
        message: 'Please choose at most 4 photos',
      },
      {
        name: 'refuses a photo of another session',
        body: { imageUrl: `/media/${SAMPLE.unknown}`, styleKey: 'modern' },
        status: 400,
        message: 'Please upload your photo again.',
      },
      {
        name: 'refuses the address of another site',
        body: { imageUrl: 'https://example.com/dog.jpg', styleKey: 'modern' },
        status: 400,
        message: 'Please upload your photo again.',
      },
      {
        name: 'refuses an unknown style',
        given: ['a photo'],
        body: { imageUrl, styleKey: 'baroque' },
        status: 400,
        message: 'Please choose an art style to continue',
      },
      {
        name: 'refuses a pet name that is too long',
        given: ['a photo'],
        body: { imageUrl, styleKey: 'modern', petName: 'x'.repeat(51) },
        status: 400,
        message: 'Please use at most 50 characters for the name',
      },
      {
        name: 'refuses a prompt that is too long',
        given: ['a photo'],
        body: { imageUrl, styleKey: 'modern', prompt: 'x'.repeat(501) },
        status: 400,
        message: 'Please use at most 500 characters for the prompt',
      },
      {
        name: 'refuses a variation above the maximum',
        given: ['a photo'],
        body: { imageUrl, styleKey: 'modern', variation: 1000 },
        status: 400,
        message: 'A variation is a whole number from 0 to 999',
      },
      {
        name: 'refuses a print area out of bounds',
        given: ['a photo'],
        body: { imageUrl, styleKey: 'modern', printArea: { widthPx: 5, heightPx: 300 } },
        status: 400,
        message: 'The width of the print area must be a whole number of pixels from 100 to 7,200',
      },
      {
        name: 'refuses an idempotency key that is no UUID',
        given: ['a photo'],
        headers: { 'idempotency-key': 'mine' },
        body: { imageUrl, styleKey: 'modern' },
        status: 400,
        message: 'The Idempotency-Key must be a UUID.',
      },
      {
        name: 'refuses an idempotency key that was used for another artwork',
        given: ['an artwork'],
        headers: idempotencyKey,
        body: { imageUrl, styleKey: 'cyberpunk', prompt: 'something else' },
        status: 409,
        message: 'This Idempotency-Key was already used for another artwork.',
      },
    ],
  },
  streamProgress: {
    tag,
    summary: 'Progress of a generation',
    description:
      'Server-sent events: `progress` with `{"percent", "stage"}`, and `"preview"` with the address of a picture as soon as there is one; the last event is `done` or `failed`.',
    answer: 'A stream of events',
    examples: [
      { name: 'reports a completed generation', given: ['an artwork'], params: { key }, status: 200 },
      {
        name: 'does not find an unknown id',
        as: 'a customer',
        params: { key: SAMPLE.unknown },
        status: 404,
        message: MESSAGES.notFound,
      },
    ],
  },
  getPartialArtwork: {
    tag,
    summary: 'A small picture of the unfinished artwork',
    description:
      'WebP, at most 512 px on its long side. Only some engines provide it; the progress events contain its address. Visible to the requester only, for at most an hour.',
    answer: 'The picture',
    examples: [
      {
        name: 'does not find one for an artwork without intermediate pictures',
        given: ['an artwork'],
        params: { key, number: '1' },
        status: 404,
        message: MESSAGES.notFound,
      },
    ],
  },
  listDesigns: {
    tag,
    summary: 'My Designs',
    answer: 'Newest first',
    examples: [
      { name: 'is empty at first', status: 200 },
      { name: 'lists the generated designs', given: ['an artwork'], status: 200 },
      { name: 'lists designs in pages', given: ['an artwork'], query: { limit: '1' }, status: 200 },
      {
        name: 'refuses a limit above the maximum',
        query: { limit: '100000' },
        status: 400,
        message: 'The limit must be from 1 to 200',
      },
      {
        name: 'refuses an invalid cursor',
        query: { cursor: 'nowhere' },
        status: 400,
        message: CURSOR_INVALID,
      },
    ],
  },
  listGuestDesigns: {
    tag,
    summary: 'Designs of a guest',
    description: 'Designs of this browser’s guest session. Empty without one, and for someone who is signed in.',
    answer: 'The 20 newest, newest first',
    examples: [
      { name: 'is empty without a session', as: 'anonymous', status: 200 },
      { name: 'lists the designs of the guest', as: 'a guest', given: ['an artwork'], status: 200 },
    ],
  },
  getSignedPrintFile: {
    tag,
    summary: 'Download a print file, for printers',
    description: 'The name is the SHA-256 of the file with the extension `.png`. The link is signed and expires.',
    answer: 'The print file',
    examples: [
      {
        name: 'does not find a file without a signature',
        params: { file: `${'0'.repeat(64)}.png` },
        status: 404,
        message: MESSAGES.notFound,
      },
      {
        name: 'does not find a file with an invalid signature',
        params: { file: `${'0'.repeat(64)}.png` },
        query: { expires: '4000000000', signature: 'made-up' },
        status: 404,
        message: MESSAGES.notFound,
      },
    ],
  },
  getArtwork: {
    tag,
    summary: 'Size of an artwork, and whether it is redrawn for printing',
    answer: 'The values are stable, except that an artwork cannot be redrawn after its photo was deleted',
    examples: [
      { name: 'returns the details of an artwork', given: ['an artwork'], params: { id: SAMPLE.artwork }, status: 200 },
      {
        name: 'does not find an unknown id',
        as: 'anonymous',
        params: { id: SAMPLE.unknown },
        status: 404,
        message: MESSAGES.notFound,
      },
    ],
  },
  getArtworkSource: {
    tag,
    summary: 'What an own artwork was drawn from',
    description: 'Photos, cut-outs, style, name and prompt, to draw the same pets in another style.',
    answer: 'A `photo` is null if it is no longer stored',
    examples: [
      {
        name: 'returns what an own artwork was drawn from',
        given: ['an artwork'],
        params: { id: SAMPLE.artwork },
        status: 200,
      },
      {
        name: 'does not find an artwork of others',
        as: 'a customer',
        params: { id: SAMPLE.unknown },
        status: 404,
        message: MESSAGES.notFound,
      },
    ],
  },
  listSelectedPrintFiles: {
    tag: 'Back office: orders',
    summary: 'Which of the selected orders lack a print file',
    answer: 'How many files are ready, and what is missing',
    examples: [
      { name: 'names an order without a file', query: { orders: 'PA-0000000000' }, status: 200 },
      {
        name: 'refuses what is no order number',
        query: { orders: 'first' },
        status: 400,
        message: ORDER_NUMBERS_INVALID,
      },
    ],
  },
  downloadPrintFiles: {
    tag: 'Back office: orders',
    summary: 'The print files of selected orders as one ZIP',
    description: `One order or more by their numbers, separated by commas; at most ${BULK_MAX}. A folder for each order. \`Not in this file.txt\` names what is missing; a file that was deleted after its order ended is made again.`,
    answer: 'The ZIP, sent while it is made',
    examples: [
      { name: 'names what is missing', query: { orders: 'PA-0000000000' }, status: 200 },
      {
        name: 'refuses what is no order number',
        query: { orders: 'first' },
        status: 400,
        message: ORDER_NUMBERS_INVALID,
      },
    ],
  },
  getPrintFile: {
    tag: 'Back office: orders',
    summary: 'The print file of an ordered item',
    answer: 'A PNG at 300 dpi of the whole print area',
    examples: [
      { name: 'downloads the file', given: ['a print file'], params: { id: SAMPLE.printFile }, status: 200 },
      { name: 'does not find an unknown id', params: { id: SAMPLE.unknown }, status: 404, message: MESSAGES.notFound },
    ],
  },
  uploadProductPicture: {
    tag: 'Back office: products',
    concurrent: 'each stores a picture of its own',
    repeated: 'stores the picture once more; nothing refers to the first one',
    summary: 'Upload a picture for a product',
    answer: 'The uploaded picture',
    errors: { 413: 'More than 25 MB, or too many megapixels', 429: 'Too many from this address' },
    examples: [
      { name: 'accepts a PNG or JPEG', file: 'photo', status: 201 },
      { name: 'refuses other file types', file: 'text', status: 415, message: 'Please upload a PNG or JPEG image.' },
      { name: 'refuses a damaged picture', file: 'damaged', status: 400 },
      { name: 'refuses a missing file', file: 'none', status: 400 },
    ],
  },
};
