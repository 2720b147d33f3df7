import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormLabel from '@mui/material/FormLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type ReactNode, useId } from 'react';
import { SelectElement, selectStyle } from '../../shared/form/select.tsx';
import { isOrder, ORDERS, type Order } from './portfolio.ts';

interface ListControlsProps {
  readonly search: string;
  readonly order: Order;
  readonly onSearch: (search: string) => void;
  readonly onOrder: (order: Order) => void;
}

/** Search and order above a list of sites. */
export default function ListControls({ search, order, onSearch, onOrder }: ListControlsProps) {
  const id = useId();
  return (
    <Box
      role="search"
      aria-label="Sites"
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 1fr) 200px' },
        px: { xs: 2, md: 3 },
        py: 2,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Labelled id={`${id}search`} label="Search sites">
        <OutlinedInput
          size="small"
          id={`${id}search`}
          type="search"
          // what is typed is never overtaken by the address it is written to
          defaultValue={search}
          placeholder="Name, address, city or ZIP code"
          onChange={({ target }) => onSearch(target.value)}
        />
      </Labelled>
      <Labelled id={`${id}order`} label="Sort by">
        <OutlinedInput
          size="small"
          id={`${id}order`}
          value={order}
          onChange={({ target }) => isOrder(target.value) && onOrder(target.value)}
          inputComponent={SelectElement}
          inputProps={{
            children: Object.entries(ORDERS).map(([name, words]) => (
              <option key={name} value={name}>
                {words}
              </option>
            )),
          }}
          sx={selectStyle}
        />
      </Labelled>
    </Box>
  );
}

function Labelled({
  id,
  label,
  children,
}: {
  readonly id: string;
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <FormControl fullWidth>
      <FormLabel htmlFor={id} sx={{ mb: 0.75, fontSize: '0.9rem', fontWeight: 600, color: 'text.primary' }}>
        {label}
      </FormLabel>
      {children}
    </FormControl>
  );
}
