import { artworkFactsSchema, designSchema, generateRequestSchema, generationSchema, printFileLinkSchema, styleSchema, uploadedImageSchema } from '../art/index.js';
import { SENTENCES } from '../common/index.js';
import type { Operation } from './operation.js';
import { SAMPLE } from './samples.js';

const tag = 'Art';
const imageUrl = `/media/${SAMPLE.photo}`;
const key = SAMPLE.generation;
const idempotencyKey = { 'idempotency-key': key };

export const artOperations: readonly Operation[] = [
  {
    method: 'GET',
    path: '/api/styles',
    access: 'public',
    tag,
    summary: 'The styles artwork is made in',
    answer: { status: 200, description: 'The active styles', schema: styleSchema, isList: true },
    examples: [{ name: 'lists them', status: 200 }],
  },
  {
    method: 'POST',
    path: '/api/upload',
    access: 'guest',
    tag,
    summary: 'Upload a photo',
    description: 'PNG or JPEG, told by its content; at most 25 MB and 50 megapixels. All metadata is dropped.',
    body: 'upload',
    answer: { status: 201, description: 'Where it lies now', schema: uploadedImageSchema },
    refusals: { 429: 'Too many from this address' },
    examples: [
      { name: 'takes a photo of somebody without a session', as: 'nobody', file: 'photo', status: 201 },
      { name: 'takes a photo of a customer', as: 'a customer', file: 'photo', status: 201 },
      { name: 'refuses anything else', as: 'nobody', file: 'text', status: 415, sentence: 'Please upload a PNG or JPEG image.' },
      { name: 'refuses half a photo', as: 'nobody', file: 'damaged', status: 400, sentence: 'This photo could not be read; the file may be damaged. Please try another.' },
      { name: 'refuses more than 25 MB', as: 'nobody', file: 'huge', status: 413 },
      { name: 'refuses nothing', as: 'nobody', file: 'none', status: 400, sentence: 'Please choose a photo to upload.' },
    ],
  },
  {
    method: 'POST',
    path: '/api/generate',
    access: 'guest',
    tag,
    summary: 'Make artwork of a photo',
    description: 'Answers when the artwork is there. The drawing outlives the call: it is found in `GET /api/designs`.',
    headers: { 'Idempotency-Key': 'A UUID. A call repeated under it joins the first; with another body it is 409.' },
    body: generateRequestSchema,
    answer: { status: 201, description: 'The artwork', schema: generationSchema },
    refusals: {
      422: 'The photo or prompt was declined by OpenAI; the built-in engine declines nothing',
      429: 'Too many from this address',
      502: 'The artwork could not be made, or not in time',
      503: 'More is waiting than can be drawn in time: `Retry-After` says for how long, and nothing was asked for. Or the art studio stops: the same key finds the artwork later',
      504: 'The art studio does not answer',
    },
    examples: [
      { name: 'draws it', given: ['a photo'], headers: idempotencyKey, body: { imageUrl, styleKey: 'modern', petName: 'Biscuit' }, status: 201 },
      { name: 'draws another variation of it', given: ['a photo'], body: { imageUrl, styleKey: 'modern', petName: 'Biscuit', variation: 1 }, status: 201 },
      { name: 'draws it for a product', given: ['a photo'], body: { imageUrl, styleKey: 'modern', printArea: { widthPx: 879, heightPx: 1830 } }, status: 201 },
      { name: 'draws only from a photo of the session', body: { imageUrl: `/media/${SAMPLE.unknown}`, styleKey: 'modern' }, status: 400, sentence: 'Please upload your photo again.' },
      { name: 'draws from no address elsewhere', body: { imageUrl: 'https://example.com/dog.jpg', styleKey: 'modern' }, status: 400, sentence: 'Please upload your photo again.' },
      { name: 'asks for a style it knows', given: ['a photo'], body: { imageUrl, styleKey: 'baroque' }, status: 400, sentence: 'Please choose an art style to continue' },
      { name: 'refuses a long name', given: ['a photo'], body: { imageUrl, styleKey: 'modern', petName: 'x'.repeat(51) }, status: 400, sentence: 'Please use at most 50 characters for the name' },
      { name: 'refuses a long prompt', given: ['a photo'], body: { imageUrl, styleKey: 'modern', prompt: 'x'.repeat(501) }, status: 400, sentence: 'Please use at most 500 characters for the prompt' },
      { name: 'refuses a variation beyond the last', given: ['a photo'], body: { imageUrl, styleKey: 'modern', variation: 1000 }, status: 400, sentence: 'A variation is a whole number from 0 to 999' },
      {
        name: 'refuses a print area that no press has',
        given: ['a photo'],
        body: { imageUrl, styleKey: 'modern', printArea: { widthPx: 5, heightPx: 300 } },
        status: 400,
        sentence: 'The width of the print area must be a whole number of pixels from 100 to 7,200',
      },
      { name: 'refuses a key that is no UUID', given: ['a photo'], headers: { 'idempotency-key': 'mine' }, body: { imageUrl, styleKey: 'modern' }, status: 400, sentence: 'The Idempotency-Key must be a UUID.' },
      {
        name: 'refuses a key that made something else',
        given: ['an artwork'],
        headers: idempotencyKey,
        body: { imageUrl, styleKey: 'cyberpunk', prompt: 'something else' },
        status: 409,
        sentence: 'This Idempotency-Key was already used for another artwork.',
      },
    ],
  },
  {
    method: 'GET',
    path: '/api/generate/:key/progress',
    access: 'session',
    tag,
    summary: 'How far a drawing is',
    description: 'Server-sent events: `progress` with `{"percent", "stage"}`, and with `"preview"`, the address of a picture, once there is something to be seen; at last `done` or `failed`.',
    answer: { status: 200, description: 'A stream of events', type: 'text/event-stream' },
    examples: [
      { name: 'tells of a drawing that is done', given: ['an artwork'], params: { key }, status: 200 },
      { name: 'knows no other', as: 'a customer', params: { key: SAMPLE.unknown }, status: 404, sentence: SENTENCES.notFound },
    ],
  },
  {
    method: 'GET',
    path: '/api/generate/:key/partials/:number',
    access: 'session',
    tag,
    summary: 'The unfinished artwork, small',
    description: 'WebP, 512 px on its long side at most, while an engine draws that shows its work; the progress says the address. For whoever asked for it, and for an hour at most.',
    answer: { status: 200, description: 'The picture', type: 'image/webp' },
    examples: [{ name: 'knows none of an artwork drawn at once', given: ['an artwork'], params: { key, number: '1' }, status: 404, sentence: SENTENCES.notFound }],
  },
  {
    method: 'GET',
    path: '/api/designs',
    access: 'user',
    tag,
    summary: 'My Designs',
    answer: { status: 200, description: 'Newest first', schema: designSchema, isList: true },
    examples: [
      { name: 'is empty at first', status: 200 },
      { name: 'lists what was drawn', given: ['an artwork'], status: 200 },
    ],
  },
  {
    method: 'GET',
    path: '/api/print-files/:file',
    access: 'public',
    tag,
    summary: 'A print file, for a printer',
    description: 'Named by its SHA-256, `.png` behind it. Only under an address that the shop has signed, until the moment named in it.',
    query: printFileLinkSchema,
    answer: { status: 200, description: 'The file that goes to the press', type: 'image/png' },
    examples: [
      { name: 'is given to nobody without a signature', params: { file: `${'0'.repeat(64)}.png` }, status: 404, sentence: SENTENCES.notFound },
      { name: 'is given to nobody under one that was made up', params: { file: `${'0'.repeat(64)}.png` }, query: { expires: '4000000000', signature: 'made-up' }, status: 404, sentence: SENTENCES.notFound },
    ],
  },
  {
    method: 'GET',
    path: '/api/artworks/:id',
    access: 'public',
    tag,
    summary: 'How large an artwork is, and whether it is painted anew for the press',
    answer: { status: 200, description: 'Never changes but for the worse: a photo that is gone can be painted from no more', schema: artworkFactsSchema },
    examples: [
      { name: 'tells it of an artwork', given: ['an artwork'], params: { id: SAMPLE.artwork }, status: 200 },
      { name: 'knows no other', as: 'nobody', params: { id: SAMPLE.unknown }, status: 404, sentence: SENTENCES.notFound },
    ],
  },
  {
    method: 'GET',
    path: '/api/admin/print-files/:id',
    access: 'admin',
    tag: 'Back office: orders',
    summary: 'The file for the press of an ordered item',
    answer: { status: 200, description: 'A PNG at 300 dpi of the whole print area', type: 'image/png' },
    examples: [
      { name: 'comes as a file', given: ['a print file'], params: { id: SAMPLE.printFile }, status: 200 },
      { name: 'knows no other', params: { id: SAMPLE.unknown }, status: 404, sentence: SENTENCES.notFound },
    ],
  },
];
