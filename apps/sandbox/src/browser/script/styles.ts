import type { Appearance } from '@stripe/stripe-js';

/** The element is in the page, not in a frame, so the notice and the bank's dialog use the page's design tokens. */
const STYLES = `
.sandbox-payment { display: grid; grid-template-columns: 1fr 1fr; gap: 1.25rem 1rem; }
.sandbox-payment > aside, .sandbox-payment > .wide { grid-column: 1 / -1; }
.sandbox-payment .Field { display: flex; min-width: 0; flex-direction: column; gap: 0.375rem; }
.sandbox-payment .Input { height: 2.75rem; width: 100%; min-width: 0; padding: 0 0.875rem; border-style: solid; }
.sandbox-payment .Input:focus { outline-offset: 0; }
.sandbox-payment .Error { font-size: 0.875rem; font-weight: 600; }
.sandbox-payment .Field .Label { color: var(--foreground); }
.sandbox-payment .Field .Input { background-color: var(--card); color: var(--foreground); }
.sandbox-payment .Field .Error { color: var(--destructive-text); }

.sandbox-payment > aside {
  padding: 1rem; border-radius: var(--radius-control); background: var(--butter); color: var(--tint-foreground);
}
.sandbox-payment aside > p { display: flex; gap: 0.75rem; margin-bottom: 0.5rem; font-weight: 600; }
.sandbox-payment aside svg { flex-shrink: 0; }
.sandbox-payment aside > p svg { margin-top: 0.125rem; }
.sandbox-payment summary {
  display: flex; min-height: 2.75rem; align-items: center; gap: 0.5rem; font-weight: 600; cursor: pointer; list-style: none;
}
.sandbox-payment summary::-webkit-details-marker { display: none; }
.sandbox-payment details[open] summary svg { rotate: 180deg; }
.sandbox-payment li { display: flex; flex-direction: column; align-items: flex-start; padding-bottom: 0.5rem; }
.sandbox-payment li span { margin-top: -0.5rem; }
@media (width >= 40rem) {
  .sandbox-payment li { flex-direction: row; align-items: center; gap: 0.5rem; padding-bottom: 0; }
  .sandbox-payment li span { margin-top: 0; }
}
.sandbox-payment li button {
  min-height: 2.75rem; font-weight: 600; font-variant-numeric: tabular-nums; cursor: pointer;
  text-decoration: underline; text-underline-offset: 4px;
}

.sandbox-bank {
  width: calc(100% - 2rem); max-width: 32rem; margin: auto; padding: 1.5rem; border: 1px solid var(--border);
  border-radius: var(--radius-card); background: var(--card); color: var(--foreground); box-shadow: var(--shadow-float);
}
.sandbox-bank::backdrop { background: var(--overlay); }
.sandbox-bank-banner {
  display: flex; align-items: center; gap: 0.75rem; margin: -1.5rem -1.5rem 1.5rem; padding: 1rem 1.5rem;
  background: var(--deep); color: var(--deep-foreground);
}
.sandbox-bank-banner strong { font-family: var(--font-display); font-size: 1.125rem; }
.sandbox-bank-banner span {
  display: flex; align-items: center; gap: 0.375rem; margin-left: auto; font-size: 0.875rem; color: var(--deep-muted);
}
.sandbox-bank h2 { font-size: 1.5rem; font-weight: 700; }
.sandbox-bank h2 + p { margin: 0.5rem 0 1.5rem; text-wrap: pretty; color: var(--muted-foreground); }
.sandbox-bank dl {
  padding: 1rem; border: 1px solid var(--border); border-radius: var(--radius-control); background: var(--muted);
}
.sandbox-bank dl > div { display: flex; justify-content: space-between; gap: 1.5rem; }
.sandbox-bank dl > div + div { margin-top: 0.5rem; }
.sandbox-bank dt { color: var(--muted-foreground); }
.sandbox-bank dd { font-weight: 600; font-variant-numeric: tabular-nums; }
.sandbox-bank > div { display: flex; flex-direction: column; gap: 0.75rem; margin-top: 1.5rem; }
.sandbox-bank button {
  flex: 1; min-height: 3.25rem; padding: 0 1.75rem; border: 2px solid var(--border-strong); border-radius: 9999px;
  background: var(--card); font-size: 1.125rem; font-weight: 600; cursor: pointer;
}
.sandbox-bank .sandbox-bank-complete {
  border-color: transparent; background: var(--primary); color: var(--primary-foreground);
}
.sandbox-bank [aria-disabled] { opacity: 0.5; cursor: default; }
@media (width >= 40rem) {
  .sandbox-bank { padding: 2rem; }
  .sandbox-bank-banner { margin: -2rem -2rem 1.5rem; padding-inline: 2rem; }
  .sandbox-bank > div { flex-direction: row-reverse; }
}
`;

/** Adds the styles to the page once. */
export function addStyles(): void {
  if (document.getElementById('sandbox-styles')) return;
  const style = document.createElement('style');
  style.id = 'sandbox-styles';
  style.textContent = STYLES;
  document.head.append(style);
}

const toCss = (rule: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(rule)
    .filter(([, value]) => value)
    .map(([name, value]) => `${name.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}: ${value};`)
    .join(' ');

/** Style sheet of the shop's appearance of the fields (docs.stripe.com/elements/appearance-api). */
export function toStyleSheet({ variables = {}, rules = {} }: Appearance): string {
  const { fontSizeBase, borderRadius, colorText, colorBackground, colorTextPlaceholder, colorDanger } = variables;
  const base = {
    '.Label': { fontSize: fontSizeBase, color: colorText },
    '.Input': { fontSize: fontSizeBase, borderRadius, color: colorText, backgroundColor: colorBackground },
    '.Input::placeholder': { color: colorTextPlaceholder, opacity: '1' },
    '.Error': { color: colorDanger },
  };
  return [...Object.entries(base), ...Object.entries(rules)]
    .map(([selector, rule]) => `.sandbox-payment ${selector} { ${toCss(rule)} }`)
    .join('\n');
}
