import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material';
import type { SettingsHistory } from '@portal/contract';
import { showMoment } from '../format.ts';
import { SettingsSection } from './SettingsSection.tsx';
import { SETTING_NAMES, settingText } from './settingTexts.ts';

/** Every change of a setting, the newest first. */
export function SettingsHistoryTable({ history }: { readonly history: SettingsHistory }) {
  return (
    <SettingsSection title="History" lead="Who changed what, the newest first.">
      {history.changes.length === 0 ? (
        <Typography>Nobody has changed anything yet.</Typography>
      ) : (
        <TableContainer tabIndex={0} role="region" aria-label="Changes of settings">
          <Table size="small">
            <TableHead>
              <TableRow>
                <TableCell>When</TableCell>
                <TableCell>Who</TableCell>
                <TableCell>Setting</TableCell>
                <TableCell>Before</TableCell>
                <TableCell>After</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {history.changes.map(({ at, by, setting, from, to }) => (
                <TableRow key={`${at} ${setting}`} sx={{ verticalAlign: 'top' }}>
                  <TableCell sx={{ whiteSpace: 'nowrap' }}>{showMoment(at)}</TableCell>
                  <TableCell>{by}</TableCell>
                  <TableCell component="th" scope="row">
                    {SETTING_NAMES[setting]}
                  </TableCell>
                  <TableCell>{settingText(setting, from)}</TableCell>
                  <TableCell>{settingText(setting, to)}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
    </SettingsSection>
  );
}
