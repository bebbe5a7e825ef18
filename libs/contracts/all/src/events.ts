import { artEvents } from '@shop/contracts-art';
import { catalogEvents } from '@shop/contracts-catalog';
import type { AppName, EventDefinition, ServiceName } from '@shop/contracts-common';
import { identityEvents } from '@shop/contracts-identity';
import { orderEvents } from '@shop/contracts-order';
import { supportEvents } from '@shop/contracts-support';

/** Every event of the shop. */
export const allEvents: readonly EventDefinition[] = [
  ...identityEvents,
  ...catalogEvents,
  ...artEvents,
  ...orderEvents,
  ...supportEvents,
];

/** The events that every running process of this app receives. */
export const listBroadcasts = (app: AppName): readonly EventDefinition[] =>
  allEvents.filter(({ receivers }) => receivers.broadcastTo?.includes(app));

/** Nouns whose owner can republish the current state of all entities (`npm run events -- republish NOUN`). */
export const republishableNouns: Readonly<Record<ServiceName, readonly string[]>> = {
  'identity-svc': ['user'],
  'catalog-svc': ['product'],
  'art-svc': ['artwork', 'print-file'],
  'order-svc': [],
  'support-svc': [],
};

/** What a broker must know of the whole shop. */
export const topology = { events: allEvents, republishableNouns } as const;
