/** In a module of its own, because tests replace it: jsdom cannot navigate. */
export function navigateTo(url: string): void {
  location.assign(url);
}
