export { ACCEPT_FIELD_ERRORS, api, type ListRoute, type RowOf } from './api/api-client.js';
export { ApiError, ConnectionError, UnexpectedResponseError, getErrorMessage } from './api/api-error.js';
export type { Page } from './api/page.js';
export { createQueryClient, queryKeys } from './api/query-client.js';
export { refreshCart, setCart, useCart, type CurrentCart } from './cart/cart.js';
export {
  COOKIES_BLOCKED,
  CookieNotice,
  reportBlockedCookies,
  resetBlockedCookies,
  useAreCookiesBlocked,
} from './cookies/cookie-notice.js';
export { navigateToUrl, reloadPage } from './browser-navigation.js';
export { ShopProviders } from './shop-providers.js';
export { PagedListFooter } from './paged/paged-list-footer.js';
export { isShortPagedData, pagedQueryOptions, usePagedQuery, type PagedData } from './paged/paged-query.js';
export { usePageTitle } from './page-title.js';
export { LoadFailure } from './remote/load-failure.js';
export { loadChunk, PageLoadError, type LoadFailureReason } from './remote/load-chunk.js';
export { lazyPage, RemoteBoundary, type LoadPage } from './remote/remote-boundary.js';
export { useLazyComponent } from './remote/use-lazy-component.js';
export { AdminGate } from './session/admin-gate.js';
export { currentUserQuery, useCurrentUser, type CurrentUser } from './session/current-user.js';
export { usePageRestore, useRestoredSession } from './session/use-restored-session.js';
export { useRegister, useSignIn } from './session/use-sign-in.js';
export { useClearPersonalData, useSessionCheck, useSignOut } from './session/use-sign-out.js';
export { guardAgainstTranslation } from './translation-guard.js';
export { THEME_KEY, themeStore, useTheme, type Theme } from './theme/theme-store.js';
export {
  formatDate,
  formatFullDateTime,
  formatCompactDateTime,
  formatRelative,
  formatShortDate,
} from './time/dates.js';
export { ToastRegion } from './toasts/toast-region.js';
export {
  clearToasts,
  dismissToast,
  toast,
  useToasts,
  type ToastContent,
  type ToastEntry,
} from './toasts/toast-store.js';
export { useSingleFlight, type SingleFlight } from './use-single-flight.js';
