/**
 * Values that the examples use. The documentation shows them as they are; the tests replace them by values of the test
 * shop.
 * No value contains another one.
 */
export const SAMPLE = {
  email: 'pat@example.com',
  password: 'correct horse battery',
  product: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a01',
  variant: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a02',
  photo: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a03',
  artwork: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a04',
  cutOut: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a31',
  generation: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a05',
  cartItem: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a06',
  order: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a07',
  orderItem: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a11',
  printFile: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a08',
  request: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a09',
  reply: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a10',
  discrepancy: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a21',
  paymentIntent: 'pi_sandbox_5f0c5a7e1d1f4c57',
  clientSecret: 'pi_sandbox_9f0a_secret_0d8f6b1c',
  orderNumber: 'PA-7K3M9QXW2T',
  revision: 'mH0q2yX5b8sVdJ4cRkZ1uT6wE9aLgP3f',
  resetToken: 'Zk3vQm7xT1sWcY9dRfGhJ2',
  /** An id that does not exist. */
  unknown: '00000000-0000-4000-8000-000000000000',
} as const;

export const ADDRESS = {
  name: 'Pat Doe',
  address: '12 Elm Street',
  city: 'Springfield',
  state: 'IL',
  zip: '62704',
  country: 'US',
} as const;
