import type { SvgIconComponent } from '@mui/icons-material';
import EditIcon from '@mui/icons-material/EditOutlined';
import { Button, IconButton, Tooltip } from '@mui/material';
import { type ComponentType, useState } from 'react';
import { type RaRecord, useGetRecordRepresentation, useListContext } from 'react-admin';
import { type Action, ActionDialog, ActionQuestion, type BulkAction, useAction } from './ActionDialog.tsx';
import { type AdminAction, useAllowed } from './access.ts';
import { type DrawDialog, useDialogs } from './DialogHost.tsx';

export type ActionVariant = 'icon' | 'text' | 'outlined' | 'contained';

interface OpenButtonProps {
  readonly label: string;
  /** The record's name, for the accessible name. */
  readonly of?: string;
  readonly icon: SvgIconComponent;
  readonly variant?: ActionVariant;
  /** Red on a record's page; in a row the dialog warns, since a red word in each would only be noise. */
  readonly destructive?: boolean;
  readonly onClick: () => void;
}

/** A button that opens a dialog about a record; in rows an icon. */
export function OpenButton(props: OpenButtonProps) {
  const { label, of, icon: Icon, variant = 'text', destructive = false, onClick } = props;
  const name = of === undefined ? label : `${label} ${of}`;
  const common = { size: 'small', 'aria-haspopup': 'dialog', 'aria-label': name, onClick } as const;
  if (variant === 'icon') {
    return (
      <Tooltip title={label}>
        <IconButton {...common}>
          <Icon fontSize="small" />
        </IconButton>
      </Tooltip>
    );
  }
  return (
    <Button
      {...common}
      variant={variant}
      color={destructive ? (variant === 'outlined' ? 'error' : 'inherit') : 'primary'}
      startIcon={<Icon fontSize="small" />}
      sx={{ whiteSpace: 'nowrap' }}
    >
      {label}
    </Button>
  );
}

/** The same with the dialog that it opens. */
export function DialogButton({
  dialog,
  ...button
}: Omit<OpenButtonProps, 'onClick'> & { readonly dialog: DrawDialog }) {
  const open = useDialogs();
  return <OpenButton {...button} onClick={() => open(dialog)} />;
}

interface ActionButtonProps<R extends RaRecord> {
  readonly action: Action<R>;
  readonly record: R;
  readonly variant?: ActionVariant;
  /** Called after success, before the pages read again. */
  readonly leave?: (() => void) | undefined;
}

/** An action on a record, where `canAccess` allows it. */
export function ActionButton<R extends RaRecord>({
  action,
  record,
  variant = 'text',
  leave,
}: ActionButtonProps<R>) {
  const allowed = useAllowed(action.resource, action.name, record);
  const represent = useGetRecordRepresentation(action.resource);
  if (!allowed) return null;
  return (
    <DialogButton
      label={action.label}
      of={String(represent(record))}
      icon={action.icon}
      variant={variant}
      destructive={action.destructive === true}
      dialog={(close) => <ActionQuestion action={action} record={record} leave={leave} onClose={close} />}
    />
  );
}

/** An action on the selected rows. */
export function BulkActionButton<R extends RaRecord>({ action }: { readonly action: BulkAction<R> }) {
  const { selectedIds = [], data = [], onUnselectItems } = useListContext<R>();
  const [asking, setAsking] = useState(false);
  const { busy, run } = useAction(action);
  const Icon = action.icon;
  const allowed = useAllowed(action.resource, action.name);
  if (!allowed || data.length === 0) return null;
  const selected = data.filter(({ id }) => selectedIds.includes(id));
  const warned = selected.flatMap((record) => action.warning?.(record) ?? []);
  const [only] = selectedIds.length === 1 ? selected : [];
  return (
    <>
      <Button
        size="small"
        color={action.destructive ? 'inherit' : 'primary'}
        startIcon={<Icon fontSize="small" />}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        {action.label}
      </Button>
      {asking && (
        <ActionDialog
          action={action}
          whyNeeded={action.whyNeeded === true}
          warning={warned.length > 1 ? `${warned.length} of them: ${warned[0]}` : warned[0]}
          question={only === undefined ? action.bulkQuestion(selectedIds.length) : action.question(only)}
          busy={busy}
          onCancel={() => setAsking(false)}
          onConfirm={(input) =>
            void run({ ids: selectedIds, input }).then((done) => {
              setAsking(false);
              if (done > 0) onUnselectItems();
            })
          }
        />
      )}
    </>
  );
}

interface CreateButtonProps {
  readonly resource: string;
  readonly action: AdminAction;
  readonly label: string;
  readonly icon: SvgIconComponent;
  readonly variant?: ActionVariant;
  readonly dialog: ComponentType<{ readonly onClose: () => void }>;
}

/** Opens a dialog that creates a record, where `canAccess` allows it. */
export function CreateButton({ resource, action, dialog: Content, ...button }: CreateButtonProps) {
  const allowed = useAllowed(resource, action);
  if (!allowed) return null;
  return <DialogButton {...button} dialog={(close) => <Content onClose={close} />} />;
}

interface EditButtonProps<R extends RaRecord> {
  readonly resource: string;
  readonly record: R;
  readonly variant?: ActionVariant;
  readonly dialog: ComponentType<{ readonly id: R['id']; readonly onClose: () => void }>;
}

/** Opens a dialog that edits a record, where `canAccess` allows it. */
export function EditButton<R extends RaRecord>(props: EditButtonProps<R>) {
  const { resource, record, variant = 'icon', dialog: Content } = props;
  const allowed = useAllowed(resource, 'edit', record);
  const represent = useGetRecordRepresentation(resource);
  if (!allowed) return null;
  return (
    <DialogButton
      label="Edit"
      icon={EditIcon}
      variant={variant}
      of={String(represent(record))}
      dialog={(close) => <Content id={record.id} onClose={close} />}
    />
  );
}
