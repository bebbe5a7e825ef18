import { useCurrentUser } from '@shop/web-kit';

export interface MainLink {
  to: string;
  label: string;
}

const PUBLIC_LINKS: MainLink[] = [
  { to: '/products', label: 'Products' },
  { to: '/create', label: 'Create Art' },
];
const ADMIN_LINKS: MainLink[] = [...PUBLIC_LINKS, { to: '/admin', label: 'Admin' }];

export function useMainLinks(): MainLink[] {
  return useCurrentUser().user?.role === 'admin' ? ADMIN_LINKS : PUBLIC_LINKS;
}
