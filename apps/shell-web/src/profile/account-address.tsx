/** Says to password managers which account the password of a form belongs to, where the form asks for no address. */
export const AccountAddress = ({ email }: { email: string }) => (
  <input hidden readOnly type="text" autoComplete="username" value={email} />
);
