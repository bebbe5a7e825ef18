/** Leaves this page for an address the server answers itself (`/api/login`, a payment provider). */
export function leaveFor(url: string): void {
  window.location.assign(url);
}

/** Fetches the document anew, with whatever was deployed meanwhile. */
export function reloadPage(): void {
  window.location.reload();
}
