import { Button, DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '@shop/web-ui';
import { Menu } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useMainLinks } from './main-links.js';

/** The main links where there is no room for them in the bar. */
export function PhoneMenu() {
  const links = useMainLinks();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon" aria-label="Menu" className="md:hidden">
          <Menu aria-hidden className="size-6!" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {links.map(({ to, label }) => (
          <DropdownMenuItem key={to} asChild>
            <Link to={to} className="text-lg">
              {label}
            </Link>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
