import { Button } from '@shop/web-ui';
import { SearchX } from 'lucide-react';
import { Link } from 'react-router-dom';
import { StatusMessage } from './status-message.js';

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
