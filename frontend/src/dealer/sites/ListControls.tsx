import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId } from 'react';
import { Labelled } from '../../shared/form/Field.tsx';
import { selectOf } from '../../shared/form/select.tsx';
import { isOrder, ORDERS, type Order } from './portfolio.ts';

interface ListControlsProps {
  readonly search: string;
  readonly order: Order;
  readonly onSearch: (search: string) => void;
  readonly onOrder: (order: Order) => void;
}

/** Search and sort order of a list of sites. */
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
        {() => (
          <OutlinedInput
            size="small"
            id={`${id}search`}
            type="search"
            // uncontrolled: the address, which it is written to, may lag behind
            defaultValue={search}
            placeholder="Name, address, city or ZIP code"
            onChange={({ target }) => onSearch(target.value)}
          />
        )}
      </Labelled>
      <Labelled id={`${id}order`} label="Sort by">
        {() => (
          <OutlinedInput
            size="small"
            id={`${id}order`}
            value={order}
            onChange={({ target }) => isOrder(target.value) && onOrder(target.value)}
            {...selectOf(Object.entries(ORDERS))}
          />
        )}
      </Labelled>
    </Box>
  );
}
