/** Tells password managers whose new password this is. Nobody sees it. */
export function UsernameForManagers({ username }: { readonly username: string }) {
  return <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />;
}
