import { Avatar, IconButton, Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import { Link } from 'react-router';
import { useLogout, useUser } from '../session/session.ts';
import { navigationFor } from './navigation.ts';

/** The administrator's avatar, which opens settings, the pages for dealers, and Logout. */
export default function AccountMenu() {
  const user = useUser();
  const logout = useLogout();
  const [button, setButton] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const { menu } = navigationFor(user);
  const name = user.name || user.username;
  return (
    <>
      <IconButton
        ref={setButton}
        aria-label={`Account of ${name}`}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        sx={{ p: 0.5 }}
      >
        <Avatar
          component="span"
          sx={{ width: 32, height: 32, fontSize: '0.9rem', bgcolor: 'primary.light', color: 'primary.main' }}
        >
          {name.charAt(0).toUpperCase()}
        </Avatar>
      </IconButton>
      <Menu open={open} anchorEl={button} onClose={close} slotProps={{ list: { 'aria-label': 'Account' } }}>
        {menu.map(({ to, label }, index) => (
          <MenuItem
            key={to}
            component={Link}
            to={to}
            // settings, pages for dealers, Logout
            divider={index === 0 || index === menu.length - 1}
            onClick={close}
          >
            {label}
          </MenuItem>
        ))}
        <MenuItem aria-disabled={logout.isPending} onClick={() => logout.logOut() && close()}>
          {logout.isPending ? 'Logging out...' : 'Logout'}
        </MenuItem>
      </Menu>
    </>
  );
}
