import { BRAND } from '@shop/contracts-common';
import { isAdminWithoutCode, useCart, useCurrentUser, useTheme } from '@shop/web-kit';
import { Button, cn, Tooltip } from '@shop/web-ui';
import { Menu, Moon, ShoppingBag, Sun, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { Account } from './account.js';

/** The brand's paw on its tile; the same drawing as favicon.svg. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={className}>
      <rect width="32" height="32" rx="10" fill="#d03a16" />
      <g fill="#fff6ea">
        <ellipse cx="9" cy="14.4" rx="2.5" ry="3.2" transform="rotate(-22 9 14.4)" />
        <ellipse cx="13.6" cy="9.8" rx="2.6" ry="3.4" transform="rotate(-6 13.6 9.8)" />
        <ellipse cx="18.9" cy="9.9" rx="2.6" ry="3.4" transform="rotate(8 18.9 9.9)" />
        <ellipse cx="23.3" cy="14.6" rx="2.5" ry="3.2" transform="rotate(24 23.3 14.6)" />
        <path d="M16.1 15.4c3.4 0 6.6 3.6 6.6 6.4 0 2-1.500 2.900-3.200 2.900-1.400 0-2.200-.6-3.400-.6s-2 .6-3.400.6c-1.700 0-3.200-.9-3.200-2.900 0-2.800 3.200-6.400 6.600-6.400z" />
      </g>
    </svg>
  );
}

interface MainLink {
  to: string;
  label: string;
}

const PUBLIC_LINKS: MainLink[] = [
  { to: '/products', label: 'Products' },
  { to: '/create', label: 'Create Art' },
];
const ADMIN_LINKS: MainLink[] = [...PUBLIC_LINKS, { to: '/admin', label: 'Admin' }];

function useMainLinks(): MainLink[] {
  const { user } = useCurrentUser();
  return user?.role === 'admin' || isAdminWithoutCode(user) ? ADMIN_LINKS : PUBLIC_LINKS;
}

/** The main links on narrow screens, behind a button. */
function PhoneMenu() {
  const links = useMainLinks();
  const { key, pathname } = useLocation();
  const [openLocationKey, setOpenLocationKey] = useState<string | null>(null);
  const container = useRef<HTMLDivElement>(null);
  // The menu is open for one location; navigating closes it.
  const open = openLocationKey === key;

  useEffect(() => {
    if (!open) return;
    const handleEvent = (event: Event): void => {
      const isOutside = event.target instanceof Node && !container.current?.contains(event.target);
      const isKey = event instanceof KeyboardEvent;
      if (isKey ? event.key !== 'Escape' : !isOutside) return;
      // Otherwise the focus would be lost with the hidden link.
      if (isKey) container.current?.querySelector('button')?.focus();
      setOpenLocationKey(null);
    };
    document.addEventListener('keydown', handleEvent);
    document.addEventListener('pointerdown', handleEvent);
    // In a low window the menu could cover the focused element.
    document.addEventListener('focusin', handleEvent);
    return () => {
      document.removeEventListener('keydown', handleEvent);
      document.removeEventListener('pointerdown', handleEvent);
      document.removeEventListener('focusin', handleEvent);
    };
  }, [open]);

  return (
    <div ref={container} className="md:hidden">
      <Tooltip label="Menu">
        <Button
          variant="ghost"
          size="icon"
          aria-label="Menu"
          aria-expanded={open}
          aria-controls="phone-menu"
          onClick={() => setOpenLocationKey(open ? null : key)}
        >
          {open ? <X aria-hidden className="size-6" /> : <Menu aria-hidden className="size-6" />}
        </Button>
      </Tooltip>
      <ul
        id="phone-menu"
        hidden={!open}
        className="absolute inset-x-0 top-full border-b border-border bg-background p-4 shadow-float"
      >
        {links.map(({ to, label }) => (
          <li key={to}>
            <NavLink
              to={to}
              className={cn(
                'flex min-h-13 items-center rounded-control px-4 font-display text-xl font-bold hover:bg-muted',
                pathname.startsWith(to) && 'bg-muted',
              )}
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

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
