import type { reviewChanged } from '@shop/contracts-catalog';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import { EventContext } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import { ErasuresRepository } from './erasures.repository.js';
import { ReviewPhotosConsumer } from './review-photos.consumer.js';

type ReviewChange = EventPayload<typeof reviewChanged>;

const PHOTO = { id: '0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0003', userId: null, guestId: null };
const published: EventEnvelope<ReviewChange> = {
  specversion: '1.0',
  id: '0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0001',
  type: 'review.changed',
  source: '/catalog-svc',
  subject: 'review/0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0002',
  time: '2026-11-30T00:00:00.000Z',
  datacontenttype: 'application/json',
  sequence: 2,
  data: {
    reviewId: '0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0002',
    userId: null,
    version: 2,
    status: 'published',
    photo: PHOTO,
  },
};

/** Handles the event after one with this sequence number, and returns the statements. */
async function handleAfter(lastSequence: number): Promise<string[]> {
  const statements: string[] = [];
  const manager = {
    query: async (sql: string, values: unknown[]) => {
      statements.push(sql);
      if (sql.includes('subject_positions')) return Number(values[2]) > lastSequence ? [{}] : [];
      if (sql.startsWith('SELECT')) return [];
      return sql.includes('processed_events') ? [{}] : [[], 0];
    },
  };
  const dataSource = { transaction: (work: (given: typeof manager) => Promise<void>) => work(manager) };
  const context = new EventContext(published, 1, dataSource as unknown as DataSource);
  const removals = { deleteImages: async () => undefined };
  const publisher = { publishMissing: async () => undefined };
  const consumer = new ReviewPhotosConsumer(new ErasuresRepository(), removals as never, publisher as never);
  await consumer.onReviewChanged(published, context);
  expect(context.failures).toEqual([]);
  return statements;
}
const attaches = (sql: string): boolean => sql.includes('INSERT INTO review_photos');

it('publishes the photo of a review', async () => {
  expect((await handleAfter(1)).some(attaches)).toBe(true);
});

it('does not publish the photo of a review whose deletion was handled before', async () => {
  expect((await handleAfter(3)).some(attaches)).toBe(false);
});
