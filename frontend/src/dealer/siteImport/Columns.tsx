import Typography from '@mui/material/Typography';
import { SITE_IMPORT_COLUMNS } from '@portal/contract';

const namesOf = (required: boolean) =>
  Object.entries(SITE_IMPORT_COLUMNS)
    .filter(([, needed]) => needed === required)
    .map(([name]) => name)
    .join(', ');

export default function Columns() {
  return (
    <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
      The first line names the columns: {namesOf(true)}. Optional: {namesOf(false)}.
    </Typography>
  );
}
