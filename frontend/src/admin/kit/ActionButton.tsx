import type { SvgIconComponent } from '@mui/icons-material';
import AddIcon from '@mui/icons-material/Add';
import EditIcon from '@mui/icons-material/EditOutlined';
import { Button, type ButtonProps, IconButton, Tooltip } from '@mui/material';
import type { Permission } from '@portal/contract';
import { type ComponentType, useState } from 'react';
import { type RaRecord, useGetRecordRepresentation, useListContext, useRecordContext } from 'react-admin';
import {
  type Action,
  ActionDialog,
  type ActionInput,
  ActionQuestion,
  type BulkAction,
  RefusedDialog,
  useAction,
} from './ActionDialog.tsx';
import { type ResourceWith, useAllowed, useMay } from './access.ts';
import { type DrawDialog, useDialogs, useSubject } from './DialogHost.tsx';

export type ActionVariant = 'icon' | 'text' | 'outlined' | 'contained';

interface OpenButtonProps {
  readonly label: string;
  /** The record's name, for the accessible name. */
  readonly of?: string;
  readonly icon: SvgIconComponent;
  readonly variant?: ActionVariant;
  /** Red on a record's page; in a row the dialog warns, since a red word in each would only be noise. */
  readonly destructive?: boolean;
  /** Whether it opens a dialog. */
  readonly asks?: boolean;
  /** Ignores presses, e.g. until the command before is answered. */
  readonly busy?: boolean;
  readonly onClick: () => void;
}

/** A button about a record, which opens a dialog; in rows an icon. */
export function OpenButton(props: OpenButtonProps) {
  const { label, of, icon: Icon, variant = 'text', destructive = false, asks = true, busy = false } = props;
  const common = {
    size: 'small',
    'aria-haspopup': asks ? 'dialog' : undefined,
    'aria-label': of === undefined ? label : `${label} ${of}`,
    'aria-disabled': busy || undefined,
    onClick: busy ? undefined : props.onClick,
  } as const;
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

/** The same with the dialog that it opens, for those with a permission. */
export function DialogButton({
  dialog,
  needs,
  ...button
}: Omit<OpenButtonProps, 'onClick'> & { readonly dialog: DrawDialog; readonly needs: Permission }) {
  const open = useDialogs();
  const record = useRecordContext();
  const subjectOf = useSubject();
  const subject = record === undefined ? button.of && { text: button.of } : subjectOf(record);
  if (!useMay(needs)) return null;
  return <OpenButton {...button} onClick={() => open(dialog, subject || undefined)} />;
}

interface MoneyButtonProps extends Omit<ButtonProps, 'onClick'> {
  readonly label: string;
  readonly dialog: DrawDialog;
}

/** A button that opens a dialog about money, for staff who may change money. The toast after it names no record. */
export function MoneyButton({ label, dialog, ...button }: MoneyButtonProps) {
  const open = useDialogs();
  if (!useMay('money')) return null;
  return (
    <Button variant="outlined" aria-haspopup="dialog" {...button} onClick={() => open(dialog)}>
      {label}
    </Button>
  );
}

interface ActionButtonProps<R extends RaRecord> {
  readonly action: Action<R>;
  readonly record: R;
  readonly variant?: ActionVariant;
  /** Called after success, before the pages read again. */
  readonly leave?: (() => void) | undefined;
}

/** An action on a record, where `canAccess` allows it: it opens the action's dialog, or runs an action without question. */
export function ActionButton<R extends RaRecord>({
  action,
  record,
  variant = 'text',
  leave,
}: ActionButtonProps<R>) {
  const allowed = useAllowed(action, record);
  const represent = useGetRecordRepresentation(action.resource);
  const open = useDialogs();
  const { busy, run } = useAction(action, leave);
  if (!allowed) return null;
  const { label, icon, destructive = false } = action;
  const question = action.question?.(record);
  const ask = (close: () => void, text: string) => (
    <ActionQuestion action={action} question={text} record={record} leave={leave} onClose={close} />
  );
  return (
    <OpenButton
      label={label}
      of={String(represent(record))}
      icon={icon}
      variant={variant}
      destructive={destructive}
      asks={question !== undefined}
      busy={busy}
      onClick={() =>
        question === undefined
          ? void run({ ids: [record.id], record })
          : open((close) => ask(close, question))
      }
    />
  );
}

/** An action on the selected rows. */
export function BulkActionButton<R extends RaRecord>({ action }: { readonly action: BulkAction<R> }) {
  const { selectedIds = [], data = [], onUnselectItems } = useListContext<R>();
  const [asking, setAsking] = useState(false);
  const [isIdle, setIdle] = useState(false);
  const { busy, run, finished } = useAction(action);
  const represent = useGetRecordRepresentation(action.resource);
  const open = useDialogs();
  const { icon: Icon, effect: Effect } = action;
  const allowed = useAllowed(action);
  if (!allowed || data.length === 0) return null;
  const selected = data.filter(({ id }) => selectedIds.includes(id));
  const warned = selected.flatMap((record) => action.warning?.(record) ?? []);
  const [only] = selectedIds.length === 1 ? selected : [];
  const all = selectedIds.length;
  const nameOf = (id: R['id']) => {
    const record = selected.find((one) => one.id === id);
    return record === undefined ? String(id) : String(represent(record));
  };
  const carryOut = async (input: ActionInput) => {
    const { done, refused } = await run({ ids: selectedIds, input, record: only });
    setAsking(false);
    if (done > 0) onUnselectItems();
    if (all === 1 || refused.length === 0) return;
    const named = refused.map(({ id, cause }) => ({ name: nameOf(id), cause }));
    open((close) => (
      <RefusedDialog title={`${action.label}: ${done} of ${all} done`} refused={named} onClose={close} />
    ));
  };
  return (
    <>
      <Button
        size="small"
        color={action.destructive ? 'inherit' : 'primary'}
        startIcon={<Icon fontSize="small" />}
        aria-haspopup="dialog"
        onClick={() => {
          setIdle(false);
          setAsking(true);
        }}
      >
        {action.label}
      </Button>
      {asking && (
        <ActionDialog
          action={action}
          whyNeeded={action.whyNeeded === true}
          warning={warned.length > 1 ? `${warned.length} of them: ${warned[0]}` : warned[0]}
          question={only === undefined ? action.bulkQuestion(all) : action.question(only)}
          effect={Effect !== undefined && <Effect ids={selectedIds} onIdle={setIdle} />}
          busy={busy}
          confirm={isIdle ? null : action.label}
          progress={busy && all > 1 ? { finished, all } : undefined}
          onCancel={() => setAsking(false)}
          onConfirm={(input) => void carryOut(input)}
        />
      )}
    </>
  );
}

interface CreateButtonProps {
  readonly resource: ResourceWith<'create'>;
  readonly label: string;
  readonly dialog: ComponentType<{ readonly onClose: () => void }>;
}

/** Opens a dialog that creates a record, where `canAccess` allows it. */
export function CreateButton({ resource, label, dialog: Content }: CreateButtonProps) {
  if (!useAllowed({ resource, name: 'create' })) return null;
  return (
    <DialogButton
      needs="staff"
      label={label}
      icon={AddIcon}
      variant="contained"
      dialog={(close) => <Content onClose={close} />}
    />
  );
}

interface EditButtonProps<R extends RaRecord> {
  readonly resource: ResourceWith<'edit'>;
  readonly record: R;
  readonly variant: ActionVariant;
  readonly dialog: ComponentType<{ readonly id: R['id']; readonly onClose: () => void }>;
}

/** Opens a dialog that edits a record, where `canAccess` allows it. */
export function EditButton<R extends RaRecord>(props: EditButtonProps<R>) {
  const { resource, record, variant, dialog: Content } = props;
  const allowed = useAllowed({ resource, name: 'edit' }, record);
  const represent = useGetRecordRepresentation(resource);
  if (!allowed) return null;
  return (
    <DialogButton
      needs="staff"
      label="Edit"
      icon={EditIcon}
      variant={variant}
      of={String(represent(record))}
      dialog={(close) => <Content id={record.id} onClose={close} />}
    />
  );
}
