/**
 * Which service handles which events. For each row a durable queue exists before anything is published, also while its
 * service is down.
 * A service with a handler for an event that is not listed here does not start.
 */
import {
  artEvents,
  artworkCompleted,
  artworksErased,
  drawingBudgetNearlySpent,
  printFileCompleted,
  printFileFailed,
} from '../art/index.js';
import { catalogEvents, productDeleted, productSaved } from '../catalog/index.js';
import type { EventDefinition, ServiceName } from '../common/index.js';
import {
  adminRightsChanged,
  adminSignedIn,
  guestClaimed,
  identityEvents,
  confirmationLinkRequested,
  passwordChanged,
  passwordGuessesDetected,
  registrationRefused,
  resetLinkRequested,
  secondFactorChanged,
  sessionEnded,
  userErased,
  userErasureRequested,
  userRegistered,
} from '../identity/index.js';
import {
  moneyDiscrepanciesFound,
  orderChanged,
  orderCodeRequested,
  orderEmailChanged,
  orderLinksEnded,
  orderEmailRequested,
  orderEvents,
  orderOutOfStock,
  orderParcelsChanged,
  orderParcelReturned,
  orderPaid,
  orderPaymentFailed,
  orderPrintFilesRequested,
  orderQuestionAnswered,
  orderQuestionAsked,
  orderRefunded,
  orderProblemAnswered,
  orderProblemReported,
  orderReprintEnded,
  orderReprintRequested,
  orderReprintReturned,
  orderReprintSent,
  orderStatusChanged,
  orderAnonymised,
  ordersAnonymised,
} from '../order/index.js';
import { contactRequestsErased, supportEvents } from '../support/index.js';

/** Every event of the shop. */
export const allEvents: readonly EventDefinition[] = [
  ...identityEvents,
  ...catalogEvents,
  ...artEvents,
  ...orderEvents,
  ...supportEvents,
];

export const subscriptions: Readonly<Record<ServiceName, readonly EventDefinition[]>> = {
  'identity-svc': [artworksErased, ordersAnonymised, contactRequestsErased],
  'catalog-svc': [orderOutOfStock],
  'art-svc': [
    guestClaimed,
    userErasureRequested,
    orderPaid,
    orderChanged,
    orderPrintFilesRequested,
    orderStatusChanged,
    orderProblemReported,
    orderReprintRequested,
    orderReprintEnded,
    orderAnonymised,
    ordersAnonymised,
  ],
  'order-svc': [
    productSaved,
    productDeleted,
    artworkCompleted,
    printFileCompleted,
    printFileFailed,
    userRegistered,
    guestClaimed,
    userErasureRequested,
    userErased,
    orderStatusChanged,
    orderRefunded,
    orderReprintEnded,
  ],
  'support-svc': [
    userRegistered,
    userErasureRequested,
    userErased,
    resetLinkRequested,
    confirmationLinkRequested,
    passwordChanged,
    passwordGuessesDetected,
    secondFactorChanged,
    registrationRefused,
    adminSignedIn,
    adminRightsChanged,
    orderPaid,
    orderPaymentFailed,
    orderChanged,
    orderOutOfStock,
    orderQuestionAsked,
    orderQuestionAnswered,
    orderCodeRequested,
    orderEmailChanged,
    orderLinksEnded,
    orderEmailRequested,
    orderParcelsChanged,
    orderParcelReturned,
    orderStatusChanged,
    orderProblemAnswered,
    orderReprintRequested,
    orderReprintSent,
    orderReprintReturned,
    orderReprintEnded,
    orderRefunded,
    printFileCompleted,
    artworkCompleted,
    moneyDiscrepanciesFound,
    drawingBudgetNearlySpent,
  ],
};

/** Nouns whose owner can republish the current state of all entities (`npm run events -- republish NOUN`). */
export const republishableNouns: Readonly<Record<ServiceName, readonly string[]>> = {
  'identity-svc': ['user'],
  'catalog-svc': ['product'],
  'art-svc': ['artwork', 'print-file'],
  'order-svc': [],
  'support-svc': [],
};

/** Delivered to every running process of the app; not stored for those that are down. */
export const broadcasts = {
  gateway: [sessionEnded],
  'catalog-svc': [productSaved, productDeleted],
} as const satisfies Partial<Record<ServiceName | 'gateway', readonly EventDefinition[]>>;

const eventOwners: ReadonlyMap<string, ServiceName> = new Map(allEvents.map(({ type, owner }) => [type, owner]));

/** `source` of the commands of operators. */
export const OPERATOR_SOURCE = '/operator';

/** The only `source` from which listeners accept this type: the owner of an event, an operator for a command. */
export function getExpectedSource(type: string): string {
  const owner = eventOwners.get(type);
  return owner ? `/${owner}` : OPERATOR_SOURCE;
}
