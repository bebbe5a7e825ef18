import type * as routes from '../routes/catalog.js';

import { MESSAGES } from '@shop/contracts-common';

import { BY_VERSION, type DocsOf, OUTDATED_VERSION, SAMPLE, BY_KEY } from '@shop/contracts-common/docs';

const { product: id, variant: variantId, unknown } = SAMPLE;
const form = { title: 'Cosy Blanket', description: 'For two.', category: 'hoodie', basePrice: '49.90' };
const notFound = { status: 404, message: MESSAGES.notFound } as const;
const PRODUCT_CHANGED = 'This product has changed in between. Please look at it again; nothing was changed now.';

export const catalogDocs: DocsOf<typeof routes> = {
  listProducts: {
    tag: 'Catalogue',
    summary: 'List the products',
    answer: 'The active products, newest first, up to 500 in an answer',
    examples: [
      { name: 'lists the products', status: 200 },
      {
        name: 'refuses an invalid cursor',
        query: { cursor: 'nowhere' },
        status: 400,
        message: 'This place in the list does not exist. Please start at the beginning.',
      },
    ],
  },
  listVariants: {
    tag: 'Catalogue',
    summary: 'List the sizes and colors of a product',
    answer: 'The active variants',
    examples: [
      { name: 'lists all', given: ['a variant'], params: { id }, status: 200 },
      { name: 'does not find an unknown product', params: { id: unknown }, ...notFound },
      { name: 'does not find an id that is no UUID', params: { id: 'blanket' }, ...notFound },
    ],
  },
  listAdminProducts: {
    tag: 'Back office: products',
    summary: 'List all products, active or not',
    answer: 'Newest first',
    examples: [
      { name: 'lists all', status: 200 },
      { name: 'lists the products in pages', query: { limit: '2' }, status: 200 },
      {
        name: 'refuses an invalid cursor',
        query: { cursor: 'nowhere' },
        status: 400,
        message: 'This place in the list does not exist. Please start at the beginning.',
      },
    ],
  },
  searchProducts: {
    tag: 'Back office: products',
    repeated: 'the same list',
    concurrent: 'each gets the list',
    summary: 'Find products by a word of their title or description',
    description: 'As `POST /api/admin/orders/search`.',
    answer: 'Newest first',
    examples: [
      { name: 'finds products', body: { words: 'tee' }, status: 200 },
      {
        name: 'refuses to look for nothing',
        body: { words: '' },
        status: 400,
        message: 'Please enter what to look for',
      },
    ],
  },
  createProduct: {
    tag: 'Back office: products',
    concurrent: 'each makes a product of its own',
    repeated: BY_KEY,
    summary: 'Add a product',
    answer: 'The product',
    errors: { 409: 'The Idempotency-Key was already used for something else' },
    examples: [
      { name: 'adds the product', body: form, status: 201 },
      { name: 'accepts the price as a number', body: { ...form, basePrice: 49.9 }, status: 201 },
      {
        name: 'requires a title',
        body: { ...form, title: ' ' },
        status: 400,
        message: 'Title is required',
      },
      {
        name: 'requires a category',
        body: { ...form, category: 'blanket' },
        status: 400,
        message: 'Please choose a category',
      },
      {
        name: 'refuses an invalid price',
        body: { ...form, basePrice: 'much' },
        status: 400,
        message: 'Price must be an amount such as 24.00',
      },
      {
        name: 'refuses a price below zero',
        body: { ...form, basePrice: '-1' },
        status: 400,
        message: 'Price must be 0 or more',
      },
      {
        name: 'refuses a print area out of bounds',
        body: { ...form, printArea: { widthPx: 5, heightPx: 300, shape: 'round' } },
        status: 400,
        message: 'The width of the print area must be a whole number of pixels from 100 to 7,200',
      },
      {
        name: 'refuses an unknown picture of the shop',
        body: { ...form, imageUrl: '/pictures/blanket.svg' },
        status: 400,
        message: 'The shop draws no such picture',
      },
      {
        name: 'refuses a picture with an http address',
        body: { ...form, imageUrl: 'http://example.com/a.png' },
        status: 400,
        message: 'The image address must start with https:// or be a picture of the shop',
      },
    ],
  },
  getAdminProduct: {
    tag: 'Back office: products',
    summary: 'One product',
    answer: 'The product',
    examples: [
      { name: 'returns the product', given: ['a product'], params: { id }, status: 200 },
      { name: 'does not find an unknown id', params: { id: unknown }, ...notFound },
    ],
  },
  changeProduct: {
    tag: 'Back office: products',
    concurrent: BY_VERSION,
    summary: 'Change a product',
    description: 'Absent fields stay as they are.',
    answer: 'The product as it is now',
    errors: { 422: 'An active variant would have a negative price or a print area of other proportions' },
    examples: [
      {
        name: 'changes the sent fields',
        given: ['a product'],
        params: { id },
        headers: { 'if-match': '"1"' },
        body: { basePrice: '52.00' },
        status: 200,
      },
      { name: 'deactivates it', given: ['a product'], params: { id }, body: { active: false }, status: 200 },
      {
        name: 'refuses to overwrite a newer version',
        given: ['a product'],
        params: { id },
        body: { title: 'Cosier Blanket' },
        ...OUTDATED_VERSION,
        message: PRODUCT_CHANGED,
      },
      {
        name: 'refuses a picture area of other proportions',
        given: ['a product'],
        params: { id },
        body: { imageUrl: '/pictures/classic-tee-white.svg', pictureArea: { x: 0.2, y: 0.2, width: 0.6, height: 0.6 } },
        status: 422,
        message: 'The area on the picture must have the proportions of the print area',
      },
      {
        name: 'refuses an empty title',
        given: ['a product'],
        params: { id },
        body: { title: '' },
        status: 400,
        message: 'Title is required',
      },
      { name: 'does not find an unknown id', params: { id: unknown }, body: { active: true }, ...notFound },
    ],
  },
  deleteProduct: {
    tag: 'Back office: products',
    concurrent: BY_VERSION,
    summary: 'Delete a product',
    description: 'Orders keep a copy of their products.',
    answer: 'Removed',
    examples: [
      { name: 'deletes the product', given: ['a product'], params: { id }, status: 204 },
      {
        name: 'refuses to delete a newer version',
        given: ['a product'],
        params: { id },
        ...OUTDATED_VERSION,
        message: PRODUCT_CHANGED,
      },
      { name: 'does not find an unknown id', params: { id: unknown }, ...notFound },
    ],
  },
  getProductTimeline: {
    tag: 'Back office: products',
    summary: 'Timeline of a product',
    answer: 'Newest first',
    examples: [
      { name: 'returns the timeline', given: ['a product'], params: { id }, status: 200 },
      { name: 'does not find an unknown id', params: { id: unknown }, ...notFound },
    ],
  },
  listAdminVariants: {
    tag: 'Back office: products',
    summary: 'List all sizes and colors of a product, active or not',
    answer: 'By type and position',
    examples: [
      { name: 'lists all', given: ['a variant'], params: { id }, status: 200 },
      { name: 'does not find an unknown product', params: { id: unknown }, ...notFound },
    ],
  },
  createVariant: {
    tag: 'Back office: products',
    concurrent: 'each makes a variant of its own; the same name is 409',
    repeated: BY_KEY,
    summary: 'Add a size or color',
    answer: 'The variant',
    errors: { 409: 'There are 100 already, or the Idempotency-Key was used for something else' },
    examples: [
      {
        name: 'adds a size',
        given: ['a product'],
        params: { id },
        body: { type: 'size', name: 'XXL', priceModifier: '3.00' },
        status: 201,
      },
      {
        name: 'adds a color',
        given: ['a product'],
        params: { id },
        body: { type: 'color', name: 'Moss', colorHex: '#5b6b4f' },
        status: 201,
      },
      {
        name: 'requires a name',
        given: ['a product'],
        params: { id },
        body: { type: 'size', name: ' ' },
        status: 400,
        message: 'Name is required',
      },
      {
        name: 'refuses an invalid color',
        given: ['a product'],
        params: { id },
        body: { type: 'color', name: 'Moss', colorHex: 'green' },
        status: 400,
        message: 'Please give the color as #rrggbb',
      },
      {
        name: 'refuses a color with a print area',
        given: ['a product'],
        params: { id },
        body: { type: 'color', name: 'Moss', printArea: { widthPx: 3600, heightPx: 4200, shape: 'rectangle' } },
        status: 400,
        message: 'Only a size has a print area of its own',
      },
      {
        name: 'refuses a size of other proportions',
        given: ['a product'],
        params: { id },
        body: { type: 'size', name: 'Wide', printArea: { widthPx: 4500, heightPx: 4500, shape: 'rectangle' } },
        status: 422,
        message: 'The print area of a size must have the shape and the proportions of the product’s',
      },
      {
        name: 'refuses a name that exists',
        given: ['a variant'],
        params: { id },
        body: { type: 'size', name: 'one size' },
        status: 409,
      },
      {
        name: 'refuses a price below zero',
        given: ['a product'],
        params: { id },
        body: { type: 'size', name: 'XXS', priceModifier: '-900.00' },
        status: 422,
        message: 'The price would fall below zero with size “XXS”.',
      },
    ],
  },
  changeVariant: {
    tag: 'Back office: products',
    concurrent: BY_VERSION,
    summary: 'Change or deactivate a size or color',
    answer: 'The variant as it is now',
    examples: [
      {
        name: 'changes the sent fields',
        given: ['a variant'],
        params: { id, variantId },
        body: { priceModifier: '1.50' },
        status: 200,
      },
      {
        name: 'deactivates it',
        given: ['a variant'],
        params: { id, variantId },
        body: { active: false },
        status: 200,
      },
      {
        name: 'refuses to overwrite a newer version',
        given: ['a variant'],
        params: { id, variantId },
        body: { name: 'Two sizes' },
        ...OUTDATED_VERSION,
        message: 'This size or color has changed in between. Please look at it again; nothing was changed now.',
      },
      {
        name: 'does not find an unknown id',
        given: ['a product'],
        params: { id, variantId: unknown },
        body: { active: true },
        ...notFound,
      },
    ],
  },
};
