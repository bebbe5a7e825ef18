export { ACCEPT_FIELD_ERRORS, api, toIfMatch, type ListRoute, type RowOf, type Page } from './api/api-client.js';
export {
  ApiError,
  ConnectionError,
  UnexpectedResponseError,
  getErrorMessage,
  isConflict,
  isImpossible,
  isOutdated,
} from './api/api-error.js';
export { askForCode, cancelCodeRequest } from './api/code-request.js';
export { createQueryClient, queryKeys } from './api/query-client.js';
export { ChangeNotice, useChangeReport } from './changes/change-notice.js';
export { cartQuery, refreshCart, setCart, useCart } from './cart/cart.js';
export {
  COOKIES_BLOCKED,
  CookieNotice,
  reportBlockedCookies,
  resetBlockedCookies,
  useAreCookiesBlocked,
} from './cookies/cookie-notice.js';
export { navigateToUrl, reloadPage } from './browser-navigation.js';
export { useShop } from './shop/shop.js';
export { ShopProviders } from './shop-providers.js';
export { PagedList, isShortPagedData, pagedQueryOptions, usePagedQuery, type PagedData } from './paged/paged-list.js';
export { QueryContent } from './query-content.js';
export { usePageTitle } from './page-title.js';
export {
  LoadFailure,
  loadChunk,
  PageLoadError,
  type LoadFailureReason,
  useLazyComponent,
} from './remote/load-chunk.js';
export { lazyPage, RemoteBoundary, type LoadPage } from './remote/remote-boundary.js';
export { AdminGate } from './session/admin-gate.js';
export { readAdminPlace } from './session/admin-place.js';
export { isAdminWithoutCode, useCurrentUser } from './session/current-user.js';
export { usePageRestore, useRestoredSession } from './session/use-restored-session.js';
export {
  readLastSignOut,
  useRegister,
  useSignIn,
  useClearPersonalData,
  useSessionCheck,
  useSignOut,
} from './session/sign-in.js';
export { useSessionLoss } from './session/session-loss.js';
export { useSignOutElsewhere } from './session/use-sign-out-elsewhere.js';
export { guardAgainstTranslation } from './translation-guard.js';
export { themeStore, useTheme, type Theme } from './theme/theme-store.js';
export {
  formatDate,
  formatFullDateTime,
  formatCompactDateTime,
  formatRelative,
  formatShortDate,
} from './time/dates.js';
export { clearToasts, toast, type ToastContent } from './toasts/toast-store.js';
export { useIdempotencyKey } from './use-idempotency-key.js';
export { useSingleFlight, type SingleFlight } from './use-single-flight.js';
