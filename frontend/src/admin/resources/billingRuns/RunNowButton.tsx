import RunIcon from '@mui/icons-material/PlayArrowOutlined';
import { lazy } from 'react';
import { OpenButton } from '../../kit/ActionButton.tsx';
import { useDialogs } from '../../kit/DialogHost.tsx';

const RunDialog = lazy(() => import('./RunDialog.tsx'));

/** Opens the dialog that runs billing. */
export function RunNowButton({ period }: { readonly period: string }) {
  const open = useDialogs();
  return (
    <OpenButton
      label="Run now"
      icon={RunIcon}
      variant="contained"
      onClick={() => open((close) => <RunDialog period={period} onClose={close} />)}
    />
  );
}
