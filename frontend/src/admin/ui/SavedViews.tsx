import BookmarkIcon from '@mui/icons-material/BookmarksOutlined';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import {
  Box,
  Button,
  type ButtonProps,
  IconButton,
  Link,
  Popover,
  TextField,
  Typography,
} from '@mui/material';
import { PLAIN, paths, type SavedView, savedViewSchema } from '@portal/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useCreatePath, useListContext, useNotify } from 'react-admin';
import { Link as RouterLink, useLocation } from 'react-router';
import { messageOf } from '../../shared/http/http.ts';
import { Muted } from '../../shared/ui/Muted.tsx';
import { usePortal } from '../dataProvider/index.ts';

const KEY = [paths.admin.savedViews] as const;

/** The administrator's views; a change resolves to whether it succeeded. Each view is saved by itself: other tabs save too. */
function useSavedViews() {
  const queryClient = useQueryClient();
  const portal = usePortal();
  const notify = useNotify();
  const { data: views = [] } = useQuery<readonly SavedView[]>({ queryKey: KEY });
  const change = async (changed: Promise<unknown>): Promise<boolean> => {
    try {
      queryClient.setQueryData(KEY, await changed);
      return true;
    } catch (error) {
      notify(messageOf(error, 'Failed to save the views.'), { type: 'error' });
      return false;
    }
  };
  return {
    views,
    add: (view: SavedView) => change(portal.addSavedView(view)),
    remove: (view: SavedView) => change(portal.removeSavedView(view)),
  };
}

/** Named views of a list: its filters, sort and search. Stored on the server. */
export function SavedViews() {
  const { resource } = useListContext();
  const { views, add, remove } = useSavedViews();
  const own = views.filter((view) => view.resource === resource);
  return (
    <PopoverButton label="Views" icon={<BookmarkIcon />} heading="Saved views" width={320}>
      {(close) => (
        <>
          {own.length === 0 && (
            <Muted>Set filters, sorting and search, then save them here under a name.</Muted>
          )}
          <Box component="ul" aria-label="Saved views" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {own.map((view) => (
              <KeptView key={view.name} view={view} onOpen={close} onDelete={() => remove(view)} />
            ))}
          </Box>
          <SaveView resource={resource} onSave={add} />
        </>
      )}
    </PopoverButton>
  );
}

interface PopoverButtonProps extends Pick<ButtonProps, 'sx'> {
  readonly label: string;
  readonly icon: ReactNode;
  readonly heading: string;
  /** In pixels; as wide as its content by default. */
  readonly width?: number;
  readonly children: (close: () => void) => ReactNode;
}

/** A button of a list that opens a dialog below it. */
export function PopoverButton({ label, icon, heading, width, children, sx }: PopoverButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        size="small"
        sx={sx}
        startIcon={icon}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {label}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-labelledby': id, sx: { p: 2, minWidth: 220, width } },
        }}
      >
        <Typography id={id} variant="subtitle2" component="h2" sx={{ mb: 1 }}>
          {heading}
        </Typography>
        {children(close)}
      </Popover>
    </>
  );
}

interface KeptViewProps {
  readonly view: SavedView;
  readonly onOpen: () => void;
  readonly onDelete: () => void;
}

function KeptView({ view, onOpen, onDelete }: KeptViewProps) {
  const createPath = useCreatePath();
  const path = createPath({ resource: view.resource, type: 'list' });
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Link
        component={RouterLink}
        to={`${path}?${view.query}`}
        onClick={onOpen}
        underline="hover"
        sx={{ flex: 1, py: 0.75, minWidth: 0, overflowWrap: 'anywhere', fontWeight: 600 }}
      >
        {view.name}
      </Link>
      <IconButton size="small" aria-label={`Delete the view ${view.name}`} onClick={onDelete}>
        <DeleteIcon fontSize="small" />
      </IconButton>
    </Box>
  );
}

interface SaveViewProps {
  readonly resource: string;
  /** Resolves to whether it was saved. */
  readonly onSave: (view: SavedView) => Promise<boolean>;
}

/** Saves the current view of a list under a name. */
function SaveView({ resource, onSave }: SaveViewProps) {
  const { search } = useLocation();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const view = savedViewSchema.safeParse({ name, resource, query: search.replace(/^\?/, '') }, PLAIN);
    setProblem(view.error?.issues[0]?.message ?? null);
    if (view.success && (await onSave(view.data))) setName('');
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void submit(event)}
      sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', mt: 1.5 }}
    >
      <TextField
        size="small"
        label="Name of this view"
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={problem !== null}
        helperText={problem}
        slotProps={{ htmlInput: { maxLength: 60, autoComplete: 'off' } }}
      />
      <Button type="submit" size="small" variant="outlined" sx={{ minHeight: 42, mt: '27px' }}>
        Save
      </Button>
    </Box>
  );
}
