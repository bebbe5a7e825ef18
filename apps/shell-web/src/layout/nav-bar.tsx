import { BRAND } from '@shop/contracts/common';
import { cn } from '@shop/web-ui';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { Account } from './account.js';
import { BrandMark } from './brand-mark.js';
import { CartButton } from './cart-button.js';
import { useMainLinks } from './main-links.js';
import { PhoneMenu } from './phone-menu.js';
import { ThemeToggle } from './theme-toggle.js';

export function NavBar() {
  return (
    <header className="sticky top-0 z-50 border-b border-border bg-background/90 backdrop-blur-md">
      <nav aria-label="Main" className="mx-auto flex h-18 max-w-6xl items-center gap-1 px-4 sm:gap-2 sm:px-6">
        <Link
          to="/"
          className="mr-auto flex min-h-11 min-w-11 items-center gap-2.5 rounded-control font-display text-2xl font-extrabold tracking-tight md:mr-6"
        >
          <BrandMark className="size-9" />
          <span className="max-[22rem]:sr-only">{BRAND}</span>
        </Link>
        <MainLinks />
        <ThemeToggle />
        <CartButton />
        <Account />
        <PhoneMenu />
      </nav>
    </header>
  );
}

function MainLinks() {
  const { pathname } = useLocation();
  return (
    <ul className="mr-auto hidden items-center gap-1 md:flex">
      {useMainLinks().map(({ to, label }) => (
        <li key={to}>
          <NavLink
            to={to}
            className={cn(
              'inline-flex min-h-11 items-center rounded-full px-4 font-semibold transition-colors hover:bg-muted',
              pathname.startsWith(to) ? 'bg-muted text-foreground' : 'text-muted-foreground hover:text-foreground',
            )}
          >
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
