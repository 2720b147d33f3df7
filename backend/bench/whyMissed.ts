/**
 * Reasons for missed goals by bench and goal; '' for all other goals of a bench. Shown only while a goal is missed.
 */
export const WHY_MISSED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  crud: {
    '': "A change takes 1.0 to 1.3 ms of the portal's one thread with 8 callers, a CRUD server 0.5: the event is checked, encrypted, stored, decoded for the read models, and each projection that knows it folds it. Alone nothing is shared: five statements for each change, where 8 callers share them. A profile of the portal in a short run of the bench, of its time at work: 20 % writev (the CRUD server: 41 %), 6 % garbage, 2 % to copy the fields of answers, about 1 % each for zod, ciphers and random bytes, no other function above 2 %. Tried: states kept instead of read, session and access in one statement, one commit for all read models, statements shared by the requests of a turn (ADR 0016).",
    'GET /api/sites of 20 sites, 8 callers':
      'In the demo a list of 29 sites (23.6 kB) took 1.1 ms of the thread with 8 callers: 9 % to send it, 7 % to decode its rows, 7 % garbage, 6 % to write the JSON, 7 % to derive and name its fields, 5 % to find the route; no other function more than about 2 %. Tried before: fields added to a row instead of copied (20 sites in 138 instead of 364 µs), instants cut from their text (103 instead of 137 µs).',
    'GET /api/sites of 20 sites, 32 callers': 'As with 8 callers.',
  },
  appends: {
    '': 'The ratios move by up to a third from run to run on this machine; in five runs those of 32 callers were 1.67 to 2.39 x. With nothing else at work the disk flushed 32 kB in 0.12 ms (p99 0.2 ms). In eight rounds of 32 callers on 2026-11-25 (p50 0.8 ms, p99 3.0) 1,251 of 170,000 appends took more than 4 ms: 704 fell in a garbage collection of more than 1 ms (up to 5.6), 128 in another wait of the thread, the others waited for PostgreSQL. No checkpoint ran. Between runs p99 was 3.0 to 6.6 ms.',
  },
  start: {
    '': 'Seven rounds in turns on the same day: 1.23 s with npm (1.18 to 1.33), 1.00 s from the start of node until ready (0.87 to 1.05). npm takes 0.1 s. The look for stale pages took 0.1 s in a process of its own, which it is no more. Of the rest, 0.3 s go into loading the portal, 0.4 s into starting PostgreSQL and migrating, 0.2 s into read models and leases. Tried before: a bundle; finding and compiling each file took more than twice as long.',
  },
  growth: {
    'append of one event, ten times as much':
      'Its work does not grow: 12.3 against 11.3 pages touched, a level more of an index, and about 1,440 bytes of WAL in 4 records at either size, no full-page image; its followers touch as many pages a commit (27 against 28), and the portal needs as much of a core for it (1.8 ms). Taken in turns on a busy machine, one by one or 60 at a time, with a portal that follows and without, the larger log took 0.96 to 1.12 times as long. The 1.47 x of the bench as it was (one company for all sites of a round, each size in one piece) was not seen again.',
    'admin list page, ten times as much':
      'What grows is the exact total: its 30,000 rows are counted in 51 pages of an index, 3,000 in 7, where the rows of the page themselves touch 102 pages at either size. A list without a filter stays far below its own goal (`lists`).',
    'admin list page, searched, ten times as much':
      'All that is found is read and sorted, for the exact total: 750 rows instead of 75. It stays far below its own goal (`lists`).',
  },
  peers: {
    'appends by 32, over the best peer':
      'The best peer is castore, which has no log to be read as a whole and so keeps no order of it. It did 0.65 x the bare INSERT in one run and 0.71 x two hours later, ours 2.49 x and 2.39 x: 3.57 x and 3.31 x, either side of the goal.',
    'append to visible, idle, p50 of emmett’s consumer over ours':
      'With nothing to do it asks once a second, so an append at a random moment waits half a second at the median; a 600th of that is 0.8 ms, for an append that is flushed to disk and the commit of a read model after it.',
  },
  visible: {
    '': 'In steps, on 2026-11-25 beside other work: the append took 1.0 to 1.2 ms (its commit waits for the disk), then one statement that commits the rows of the four read models that know the event 1.4 ms (its commit does not wait), where SELECT 1 took 0.3. PostgreSQL executes that statement in 0.6 ms, a third of it to make rows of 60 arrays of one element, and writes 10 WAL records for the row of the site, since indexed columns change. A profile of the bench, of the time at work: 14 % writev, 13 % garbage, 7 % writing statements, no other function above 3 %. Tried: generic plans for these statements (idle p50 1.32, 1.25, 1.22 instead of 1.37, 1.30, 1.28 ms in three pairs, nothing with 32 writers; left out for so little); before, one read for all followers, prepared checkpoints (21 instead of 54 µs), progress told once in 3 ms. The machine counts as much: six runs in a row gave 1.22 to 1.37 ms idle, 20 to 35 ms with 32 writers.',
  },
  'read-models': {
    '': 'Each event is decoded, checked by its schema and folded by its handler in one thread, about 9 µs; SQL folds the same JSON in 3 µs where it lies. Of our time about two fifths is the garbage of decoding, a quarter decoding, a tenth the fold. A read model is fed by the same checked events as a command, so the check stays. Reading and decoding the next page while PostgreSQL writes the last one was tried: between 3 % less and 6 % more, for the thread is full either way.',
  },
  'invoice-run': {
    memory:
      'It is garbage that the process has not collected: one run with a heap limited to 320 MB took 11.7 s and held 284 MB at most, the next one without a limit 9.7 s and 502 MB; with a young generation of 4 MB it was 12.8 s and 466 MB. No limit is set, because a larger company may need more. What the run itself keeps is bounded by the account, not by their number.',
  },
  replay: {
    'replay of one invoice':
      'In turns with the code before (one query a stream, lines of earlier invoices checked), a replay without HTTP took 98.6 instead of 163 ms (21 rounds, 83 to 117 against 109 to 230), and 84 instead of 121 ms of a core. What is left is decoding 6,200 events of sites, and the garbage of it.',
  },
  verify: {
    verify:
      'In turns with the code before (strings, one thread, a busy machine), 1 thread besides the one that reads did 203,306 events/s (82,007 to 234,149) instead of 89,295 (57,309 to 93,854), and 1.6 to 2.6 times as many in five such series. It took 8 instead of 15 µs of a core for an event: 6 in Node, 2 in PostgreSQL. 300,000 on two cores would need at most 6.7.',
  },
};
