import { BRAND } from '@shop/contracts/common';
import { useCart, useTheme } from '@shop/web-kit';
import { Button, cn, Tooltip } from '@shop/web-ui';
import { Moon, ShoppingBag, Sun } from 'lucide-react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { Account } from './account.js';
import { BrandMark } from './brand-mark.js';
import { useMainLinks } from './main-links.js';
import { PhoneMenu } from './phone-menu.js';

function ThemeToggle() {
  const { theme, setTheme } = useTheme();
  const next = theme === 'dark' ? 'light' : 'dark';
  const label = `Switch to ${next} theme`;
  return (
    <Tooltip label={label}>
      <Button variant="ghost" size="icon" aria-label={label} onClick={() => setTheme(next)}>
        {theme === 'dark' ? <Sun aria-hidden className="size-5" /> : <Moon aria-hidden className="size-5" />}
      </Button>
    </Tooltip>
  );
}

function CartButton() {
  const count = useCart().cart?.itemCount ?? 0;
  const label = count > 0 ? `Cart, ${count} ${count === 1 ? 'item' : 'items'}` : 'Cart';
  return (
    <Tooltip label="Cart">
      <Button asChild variant="ghost" size="icon" className="relative">
        <Link to="/cart" aria-label={label}>
          <ShoppingBag aria-hidden className="size-5.5" />
          {count > 0 && (
            <span
              data-cart-count=""
              className="absolute top-0 right-0 grid h-5 forced-color-adjust-none min-w-5 place-items-center rounded-full bg-primary px-1 text-xs font-bold text-primary-foreground tabular-nums"
            >
              {count}
            </span>
          )}
        </Link>
      </Button>
    </Tooltip>
  );
}

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
