import { Button } from '@shop/web-ui';
import { SearchX } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface Props {
  icon: ReactNode;
  title: string;
  text: string;
  actions?: ReactNode;
}

/** A page-wide message about a payment or an order, with links to continue. */
export function StatusMessage({ icon, title, text, actions }: Props) {
  return (
    <section className="mx-auto flex max-w-xl flex-col items-center gap-4 py-10 text-center">
      <span className="grid size-20 place-items-center rounded-full bg-butter text-tint-foreground">{icon}</span>
      <h1 className="font-display text-3xl font-extrabold tracking-tight sm:text-4xl">{title}</h1>
      <p className="text-lg text-muted-foreground">{text}</p>
      {actions && <div className="mt-3 flex flex-wrap justify-center gap-3">{actions}</div>}
    </section>
  );
}

/** Shown for an order that does not exist or that the visitor may not see; the API answers both with 404. */
export function OrderNotFound() {
  return (
    <StatusMessage
      icon={<SearchX aria-hidden className="size-10" />}
      title="We couldn't find that order"
      text="It may belong to another account, or the link is not complete."
      actions={
        <Button asChild size="lg">
          <Link to="/">Back to Home</Link>
        </Button>
      }
    />
  );
}

/** Announces changes of a status to screen readers; the initial status is not announced. */
export function StatusAnnouncer({ title }: { title: string }) {
  const [initialTitle] = useState(title);
  const [isChanged, setIsChanged] = useState(false);
  if (!isChanged && title !== initialTitle) setIsChanged(true);
  return (
    <p role="status" className="sr-only">
      {isChanged ? `${title}.` : ''}
    </p>
  );
}
