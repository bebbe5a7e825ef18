/** Fills a field as a password manager does: React does not see it, and no event follows. */
export function fillSilently(field: HTMLElement, value: string): void {
  const { prototype } = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
}
