import { artEvents } from '@shop/contracts-art';
import { catalogEvents } from '@shop/contracts-catalog';
import { republishableNouns, type AppName, type EventDefinition } from '@shop/contracts-common';
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

/** What a broker must know of the whole shop. */
export const topology = { events: allEvents, republishableNouns } as const;
