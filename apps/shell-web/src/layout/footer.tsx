import { BRAND } from '@shop/contracts/common';
import { Link } from 'react-router-dom';
import { ContactBlock } from '../contact/contact-block.js';
import { BrandMark } from './brand-mark.js';

const COLUMNS = [
  {
    title: 'Quick Links',
    links: [
      { to: '/products', label: 'Products' },
      { to: '/create', label: 'Create Art' },
      { to: '/designs', label: 'My Designs' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { to: '/terms', label: 'Terms of Service' },
      { to: '/privacy', label: 'Privacy Policy' },
    ],
  },
];

export function Footer() {
  return (
    <footer className="bg-deep text-deep-foreground">
      <div className="mx-auto grid max-w-6xl gap-10 px-4 py-14 sm:grid-cols-2 sm:px-6 lg:grid-cols-[1.6fr_1fr_1fr_1.3fr]">
        <div className="max-w-xs">
          <p className="flex items-center gap-2.5 font-display text-2xl font-extrabold tracking-tight">
            <BrandMark className="size-9" />
            {BRAND}
          </p>
          <p className="mt-4 text-deep-muted">
            Your pet, drawn from one photo and printed on things you use every day.
          </p>
        </div>
        {COLUMNS.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="text-lg font-bold">{title}</h2>
            <ul className="mt-2">
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className="inline-flex min-h-11 items-center rounded-md text-deep-muted underline-offset-4 hover:text-deep-foreground hover:underline"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <ContactBlock />
      </div>
      <div className="border-t border-deep-foreground/15">
        <p className="mx-auto max-w-6xl px-4 py-6 text-sm text-deep-muted sm:px-6">
          © {new Date().getFullYear()} {BRAND}. All rights reserved.
        </p>
      </div>
    </footer>
  );
}
