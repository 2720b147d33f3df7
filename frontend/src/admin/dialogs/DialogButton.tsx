import type { SvgIconComponent } from '@mui/icons-material';
import EditIcon from '@mui/icons-material/EditOutlined';
import type { ComponentType, LazyExoticComponent } from 'react';
import { type RaRecord, useGetRecordRepresentation } from 'react-admin';
import type { AdminAction } from '../canAccess.ts';
import { useAllowed } from '../useAllowed.ts';
import { ActionButton, type ActionVariant } from '../verbs/ActionButton.tsx';
import { useDialogs } from './DialogHost.tsx';

interface CreateButtonProps {
  readonly resource: string;
  readonly action: AdminAction;
  readonly label: string;
  readonly icon: SvgIconComponent;
  readonly variant?: ActionVariant;
  readonly dialog: LazyExoticComponent<ComponentType<{ readonly onClose: () => void }>>;
}

/** Opens a dialog that makes a record, where `canAccess` offers it. Its code is fetched when it is first opened. */
export function CreateButton({ resource, action, dialog: Content, ...button }: CreateButtonProps) {
  const allowed = useAllowed(resource, action);
  const open = useDialogs();
  if (!allowed) return null;
  return <ActionButton {...button} onClick={() => open((close) => <Content onClose={close} />)} />;
}

interface EditButtonProps<R extends RaRecord> {
  readonly resource: string;
  readonly record: R;
  readonly variant?: ActionVariant;
  readonly dialog: LazyExoticComponent<ComponentType<{ readonly id: R['id']; readonly onClose: () => void }>>;
}

/** Opens a dialog that edits a record, where `canAccess` offers it. */
export function EditButton<R extends RaRecord>(props: EditButtonProps<R>) {
  const { resource, record, variant = 'icon', dialog: Content } = props;
  const allowed = useAllowed(resource, 'edit', record);
  const represent = useGetRecordRepresentation(resource);
  const open = useDialogs();
  if (!allowed) return null;
  return (
    <ActionButton
      label="Edit"
      icon={EditIcon}
      variant={variant}
      of={String(represent(record))}
      onClick={() => open((close) => <Content id={record.id} onClose={close} />)}
    />
  );
}
