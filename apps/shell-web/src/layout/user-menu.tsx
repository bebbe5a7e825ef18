import type { SignedInUser } from '@shop/contracts-identity';
import { toast, useSignOut } from '@shop/web-kit';
import { Button, Tooltip } from '@shop/web-ui';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@shop/web-ui/dropdown-menu';
import { Brush, ChevronDown, LogOut, Package, UserRound } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ACCOUNT_WIDTH } from './account.js';

const ITEMS = [
  { to: '/profile', label: 'Profile', Icon: UserRound },
  { to: '/orders', label: 'My Orders', Icon: Package },
  { to: '/designs', label: 'My Designs', Icon: Brush },
];

function Avatar({ user: { profileImageUrl } }: { user: SignedInUser }) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  if (!profileImageUrl || profileImageUrl === brokenUrl) return <UserRound aria-hidden />;
  return (
    <img
      src={profileImageUrl}
      alt=""
      onError={() => setBrokenUrl(profileImageUrl)}
      className="size-8 rounded-full object-cover"
    />
  );
}

/** Without a first name only the email is shown. */
function AccountName({ user }: { user: SignedInUser }) {
  return (
    <DropdownMenuLabel>
      <span dir="auto" className="block truncate font-bold">
        {user.firstName || user.email}
      </span>
      {user.firstName && <span className="block truncate text-sm text-muted-foreground">{user.email}</span>}
    </DropdownMenuLabel>
  );
}

interface UserMenuProps {
  user: SignedInUser;
  defaultOpen?: boolean;
}

export function UserMenu({ user, defaultOpen }: UserMenuProps) {
  const signOut = useSignOut();
  const handleSignOut = (): void =>
    signOut.mutate(undefined, {
      onSuccess: () => toast({ title: 'Logged out', description: 'You have been logged out successfully' }),
      onError: (error) => toast({ title: 'Logout failed', description: error.message, variant: 'destructive' }),
    });

  return (
    <DropdownMenu defaultOpen={defaultOpen}>
      <Tooltip label="Your account">
        <DropdownMenuTrigger asChild>
          <Button variant="secondary" className={ACCOUNT_WIDTH} aria-label="Your account">
            <Avatar user={user} />
            <ChevronDown aria-hidden />
          </Button>
        </DropdownMenuTrigger>
      </Tooltip>
      <DropdownMenuContent className="max-w-72">
        <AccountName user={user} />
        <DropdownMenuSeparator />
        {ITEMS.map(({ to, label, Icon }) => (
          <DropdownMenuItem key={to} asChild>
            <Link to={to}>
              <Icon aria-hidden />
              {label}
            </Link>
          </DropdownMenuItem>
        ))}
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={handleSignOut} disabledFocusable={signOut.isPending}>
          <LogOut aria-hidden />
          Log Out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
