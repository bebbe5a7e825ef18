/**
 * Who reacts to what. Each row becomes a durable queue that exists before anything is published, whether or not its service runs yet;
 * a service that listens to an event not named here does not start.
 */
import { artworkCompleted, artworkRequested } from '../art/index.js';
import { productDeleted, productSaved } from '../catalog/index.js';
import type { EventDefinition, ServiceName } from '../common/index.js';
import { guestClaimed, sessionEnded, userRegistered } from '../identity/index.js';

export const subscriptions: Readonly<Record<ServiceName, readonly EventDefinition[]>> = {
  'identity-svc': [],
  'catalog-svc': [],
  'art-svc': [artworkRequested, guestClaimed],
  'order-svc': [productSaved, productDeleted, artworkCompleted, userRegistered, guestClaimed],
  'support-svc': [],
};

/** Heard by every running gateway at once; nothing is kept for one that is not there. */
export const broadcasts: readonly EventDefinition[] = [sessionEnded];
