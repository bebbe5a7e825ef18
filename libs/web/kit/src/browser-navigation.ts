/** Leaves the app for a URL that the server or another site answers (`/api/login`, a payment provider). */
export function navigateToUrl(url: string): void {
  window.location.assign(url);
}

/** Reloads the document, with whatever version is deployed now. */
export function reloadPage(): void {
  window.location.reload();
}
