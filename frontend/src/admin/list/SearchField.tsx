import ClearIcon from '@mui/icons-material/Clear';
import SearchIcon from '@mui/icons-material/Search';
import { IconButton, InputAdornment, TextField } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useListContext } from 'react-admin';

/** Long enough to type on, short enough to feel immediate. */
const TYPING_PAUSE_MS = 250;

/** Full-text search of the list; what is searched stands in the address, so it survives a reload and can be shared. */
export function SearchField({ label, hint }: { readonly label: string; readonly hint: string }) {
  const { filterValues, setFilters } = useListContext();
  const inUrl = typeof filterValues.q === 'string' ? filterValues.q : '';
  const [text, setText] = useState(inUrl);
  const timer = useRef<number | undefined>(undefined);
  // what this field itself asked for last: anything else in the address came from outside (Back, a tab, a link)
  const asked = useRef(inUrl);
  // the timer must build on the filters as they are when it fires
  const filters = useRef(filterValues);
  filters.current = filterValues;

  useEffect(() => {
    if (inUrl === asked.current) return;
    asked.current = inUrl;
    setText(inUrl);
  }, [inUrl]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const search = (next: string, pause: number) => {
    setText(next);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      const { q: _before, ...others } = filters.current;
      const q = next.trim();
      asked.current = q;
      setFilters(q === '' ? others : { ...others, q });
    }, pause);
  };

  return (
    <TextField
      type="text"
      role="search"
      size="small"
      label={label}
      placeholder={hint}
      value={text}
      onChange={(event) => search(event.target.value, TYPING_PAUSE_MS)}
      sx={{ width: { xs: '100%', sm: 340 }, '& input::placeholder': { opacity: 0.75 } }}
      slotProps={{
        htmlInput: { enterKeyHint: 'search', autoComplete: 'off', maxLength: 200 },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon fontSize="small" />
            </InputAdornment>
          ),
          endAdornment: text !== '' && (
            <InputAdornment position="end">
              <IconButton size="small" aria-label="Clear search" onClick={() => search('', 0)}>
                <ClearIcon fontSize="small" />
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
