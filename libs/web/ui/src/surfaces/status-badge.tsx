import { Badge, type BadgeVariant } from './badge.js';

/** Spec, section 4, badge styling; every other status is an outline. */
const VARIANTS: ReadonlyMap<string, BadgeVariant> = new Map([
  ['paid', 'default'],
  ['delivered', 'default'],
  ['replied', 'default'],
  ['processing', 'secondary'],
  ['read', 'secondary'],
  ['shipped', 'secondary'],
]);

/** The status of an order, a payment or a request. */
export function StatusBadge({ status }: { status: string }) {
  return <Badge variant={VARIANTS.get(status) ?? 'outline'}>{status}</Badge>;
}
