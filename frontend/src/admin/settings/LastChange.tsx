import { Typography } from '@mui/material';
import type { PortalSetting, SettingsHistory } from '@portal/contract';
import { showMoment } from '../format.ts';

/** Who changed a setting last, and when; nothing where it is as it came. */
export function LastChange({
  setting,
  history,
}: {
  readonly setting: PortalSetting;
  readonly history: SettingsHistory | undefined;
}) {
  const last = history?.last[setting];
  if (last === undefined) return null;
  return (
    <Typography variant="body2" color="text.secondary" sx={{ mt: 0.5 }}>
      {`Changed by ${last.by}, ${showMoment(last.at)}`}
    </Typography>
  );
}
