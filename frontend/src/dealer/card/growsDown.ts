/** For a dialog whose content comes later: it keeps its place below the window's top and grows downwards. */
export const growsDown = { '& .MuiDialog-container': { alignItems: 'flex-start' } } as const;
