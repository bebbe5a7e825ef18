import { fillTemplate, type ReplyTemplate, type TemplatePlaceholder } from '@shop/contracts-order';
import type { DisplayedSubmissionDetail } from '@shop/contracts-support';
import { Button } from '@shop/web-ui';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '@shop/web-ui/dropdown-menu';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { customerOrdersQuery } from '../customers/customer-orders.queries.js';
import { findOrderNumbers } from '../customers/linked-text.js';
import { adminShopQuery } from '../settings/settings.queries.js';

/** What the placeholders become. An order that is not certain is left to the admin. */
function usePlaceholders(request: DisplayedSubmissionDetail): Partial<Record<TemplatePlaceholder, string>> {
  const { userId, email, name } = request;
  const { data: orders = [] } = useQuery(customerOrdersQuery(userId ? { userId } : { email }));
  const named = findOrderNumbers(`${request.subject}\n${request.message}`);
  const numbers = named.length > 0 ? named : orders.map(({ orderNumber }) => orderNumber);
  const [order] = numbers.length === 1 ? numbers : [];
  return { '{name}': name.replaceAll(/\s+/g, ' ').trim(), ...(order !== undefined && { '{order}': order }) };
}

interface Props {
  request: DisplayedSubmissionDetail;
  /** Gets the text with its placeholders filled in. */
  onChoose: (text: string) => void;
  /** The menu has closed after a choice. */
  onClosed: () => void;
}

function Templates({ request, templates, onChoose, onClosed }: Props & { templates: readonly ReplyTemplate[] }) {
  const placeholders = usePlaceholders(request);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" size="sm">
          Insert a template
          <ChevronDown aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent
        align="start"
        className="max-w-96 [overflow-wrap:anywhere]"
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          onClosed();
        }}
      >
        {templates.map(({ title, text }) => (
          <DropdownMenuItem key={title} onSelect={() => onChoose(fillTemplate(text, placeholders))}>
            <bdi>{title}</bdi>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** A menu of the shop's templates, or where they are written. Nothing without the shop's settings. */
export function ReplyTemplates(props: Props) {
  const { data: shop } = useQuery(adminShopQuery);
  if (!shop) return null;
  if (shop.replyTemplates.length === 0)
    return <p className="text-sm text-muted-foreground">Templates for replies are written in the tab Settings.</p>;
  return <Templates templates={shop.replyTemplates} {...props} />;
}
