/** Leaves this page for an address the server answers itself (`/api/login`, a payment provider). */
export function leaveFor(address: string): void {
  window.location.assign(address);
}

/** Fetches the document anew, with whatever was deployed meanwhile. */
export function reloadPage(): void {
  window.location.reload();
}
