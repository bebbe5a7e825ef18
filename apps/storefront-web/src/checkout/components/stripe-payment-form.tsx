/** Where the shop is set up for Stripe but this build has no form for it yet: said plainly, and nothing is charged. */
export function StripePaymentForm() {
  return (
    <p role="status" className="rounded-control bg-muted p-4">
      Card payments are not available on this page yet. Your order is saved and nothing has been charged.
    </p>
  );
}
