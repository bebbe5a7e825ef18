import type { NeededPermission } from '@shop/contracts-common';
import type { DisplayedUserDetail } from '@shop/contracts-identity';
import { toast, useCurrentUser } from '@shop/web-kit';
import { Button } from '@shop/web-ui';
import { useState } from 'react';
import { Permitted } from '../session/permitted.js';
import { ChangeDialog } from './change-dialog.js';
import { userChanges } from './users.queries.js';

interface DialogProps {
  user: DisplayedUserDetail;
  onClose: () => void;
}

function EndSessions({ user, onClose }: DialogProps) {
  return (
    <ChangeDialog
      {...{ user, onClose }}
      title={`Sign ${user.email} out everywhere?`}
      description="For a lost device or a stolen password. The sessions in all browsers end within a second. The password stays: signing in again is possible at once."
      keep="Keep Sessions"
      action="End Sessions"
      pending="Ending..."
      change={userChanges.endSessions}
      onChanged={() => toast({ title: 'Sessions ended', description: `${user.email} is signed out everywhere.` })}
    />
  );
}

function Erase({ user, onClose }: DialogProps) {
  return (
    <ChangeDialog
      {...{ user, onClose }}
      title={`Delete the account of ${user.email}?`}
      description="For a user who has asked for it. The account is closed at once; photos, designs, cart and requests are deleted, and orders lose name and address once they have arrived. An email confirms it. It cannot be undone."
      keep="Keep Account"
      action="Delete Account"
      pending="Deleting..."
      change={userChanges.erase}
      onChanged={() => toast({ title: 'Deletion started', description: `The account of ${user.email} is closed.` })}
    />
  );
}

function TakeRole({ user, onClose }: DialogProps) {
  return (
    <ChangeDialog
      {...{ user, onClose }}
      title={`Take the role admin from ${user.email}?`}
      description="The account goes on as a customer’s. It is signed out everywhere, and all admins get an email."
      keep="Keep Role"
      action="Take Role"
      pending="Taking..."
      change={userChanges.setRole('user', [])}
      onChanged={() => toast({ title: 'Role changed', description: `${user.email} is no admin any more.` })}
    />
  );
}

const CHOICES = [
  { name: 'refund', label: 'May give money back' },
  { name: 'export', label: 'May download lists of customers' },
];

/** Makes an admin, or changes what one may do. */
function GiveRole({ user, onClose }: DialogProps) {
  const isAdmin = user.role === 'admin';
  const [permissions, setPermissions] = useState<string[]>(isAdmin ? (user.permissions ?? []) : []);
  const toggle = (name: string): void =>
    setPermissions((now) => (now.includes(name) ? now.filter((other) => other !== name) : [...now, name]));
  return (
    <ChangeDialog
      {...{ user, onClose }}
      title={isAdmin ? `What may ${user.email} do?` : `Make ${user.email} an admin?`}
      description="An admin reads all orders, requests and users, and changes orders and products. Who may do both of the following may also change other accounts. The account has to sign in again, and all admins get an email."
      keep={isAdmin ? 'Keep Permissions' : 'Keep Role'}
      action={isAdmin ? 'Save Permissions' : 'Make Admin'}
      pending="Saving..."
      isHarmless
      change={userChanges.setRole('admin', permissions)}
      onChanged={() =>
        toast({
          title: isAdmin ? 'Permissions changed' : 'Role changed',
          description: `${user.email} has to sign in again.`,
        })
      }
    >
      <fieldset className="grid gap-1">
        <legend className="sr-only">Permissions</legend>
        {CHOICES.map(({ name, label }) => (
          <label key={name} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-primary"
              checked={permissions.includes(name)}
              onChange={() => toggle(name)}
            />
            {label}
          </label>
        ))}
      </fieldset>
    </ChangeDialog>
  );
}

const DIALOGS = { endSessions: EndSessions, erase: Erase, takeRole: TakeRole, giveRole: GiveRole };
type Action = keyof typeof DIALOGS;

interface Offer {
  action: Action;
  label: string;
  permission: NeededPermission | undefined;
}

/** The server refuses the erasure of an admin: the role goes first. */
export const listOffers = ({ role }: Pick<DisplayedUserDetail, 'role'>): Offer[] =>
  role === 'admin'
    ? [
        { action: 'endSessions', label: 'End sessions', permission: 'all' },
        { action: 'giveRole', label: 'Change permissions', permission: 'all' },
        { action: 'takeRole', label: 'Take role admin', permission: 'all' },
      ]
    : [
        { action: 'endSessions', label: 'End sessions', permission: undefined },
        { action: 'giveRole', label: 'Make admin', permission: 'all' },
        { action: 'erase', label: 'Delete account', permission: 'all' },
      ];

/** What an admin may do to the account of someone else. */
export function UserActions({ user }: { user: DisplayedUserDetail }) {
  const { user: admin } = useCurrentUser();
  const [open, setOpen] = useState<Action | null>(null);
  if (user.closedAt) return <p className="text-muted-foreground">It is being deleted.</p>;
  if (admin?.email === user.email)
    return <p className="text-muted-foreground">This is your own account. You can change it in your profile.</p>;
  const offers = listOffers(user);
  const restricted = offers.find(({ permission }) => permission !== undefined);
  const OpenDialog = open && DIALOGS[open];
  const renderButton = ({ action, label }: Offer) => (
    <Button key={action} variant="outline" size="sm" onClick={() => setOpen(action)}>
      {label}
    </Button>
  );
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        {offers.filter(({ permission }) => permission === undefined).map(renderButton)}
        <Permitted permission={restricted?.permission}>
          {offers.filter(({ permission }) => permission !== undefined).map(renderButton)}
        </Permitted>
      </div>
      {OpenDialog && <OpenDialog user={user} onClose={() => setOpen(null)} />}
    </div>
  );
}
