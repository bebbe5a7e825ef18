import { BRAND, formatDollars } from '@shop/contracts/common';
import type { SandboxChallenge, SandboxChallengeRequest } from '@shop/contracts/order';
import { Button, Spinner } from '@shop/web-ui';
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from '@shop/web-ui/alert-dialog';
import { Landmark, ShieldCheck } from 'lucide-react';

interface Props {
  /** Null if the bank does not ask for confirmation. */
  challenge: SandboxChallenge | null;
  isAnswering: boolean;
  onAnswer: (answer: SandboxChallengeRequest['answer']) => void;
  returnFocusTo: () => HTMLElement | null;
}

const BankBanner = () => (
  <p className="flex items-center gap-3">
    <Landmark aria-hidden className="size-6 shrink-0" />
    <span className="font-display text-lg font-bold">Sandbox Bank</span>
    <span className="ml-auto flex items-center gap-1.5 text-sm text-deep-muted">
      <ShieldCheck aria-hidden className="size-4" />
      Card check
    </span>
  </p>
);

function PaymentDetails({ amount, last4 }: SandboxChallenge) {
  const rows = [
    ['Shop', BRAND],
    ['Amount', formatDollars(amount)],
    ['Card', `•••• ${last4}`],
  ] as const;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 rounded-control border border-border bg-muted p-4">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted-foreground">{label}</dt>
          <dd className="text-right font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * The dialog of the cardholder's bank, as a provider shows it over the shop. Closing it with Escape fails the
 * authentication.
 */
export function BankChallenge({ challenge, isAnswering, onAnswer, returnFocusTo }: Props) {
  const handleOpenChange = (isOpen: boolean): void => {
    if (!isOpen && !isAnswering) onAnswer('fail');
  };
  return (
    <AlertDialog open={challenge !== null} onOpenChange={handleOpenChange}>
      <AlertDialogContent
        banner={<BankBanner />}
        title="Confirm this payment"
        description="Your bank asks whether it is you who is paying. This one is the sandbox's: choose what should come of it."
        returnFocusTo={returnFocusTo}
      >
        {challenge && <PaymentDetails {...challenge} />}
        <div className="mt-6 flex flex-col gap-3 sm:flex-row-reverse">
          <Button size="lg" className="sm:flex-1" disabledFocusable={isAnswering} onClick={() => onAnswer('complete')}>
            {isAnswering && <Spinner />}
            Complete
          </Button>
          <AlertDialogCancel asChild>
            <Button size="lg" variant="outline" className="sm:flex-1" disabledFocusable={isAnswering}>
              Fail authentication
            </Button>
          </AlertDialogCancel>
        </div>
      </AlertDialogContent>
    </AlertDialog>
  );
}
