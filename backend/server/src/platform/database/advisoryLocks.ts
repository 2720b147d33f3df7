/** PostgreSQL's advisory locks of the portal, one number each. Older releases take the same ones, so numbers never change. */
export const ADVISORY_LOCKS = {
  /** Held for the session by the portal that owns the embedded cluster; ends with the process, unlike a lock file. */
  embeddedPostgresOwner: 72_031,
  /** Schema changes; knex's own lock row outlives a killed process. */
  migrations: 72_032,
  firstAdministrator: 72_033,
  /** Administrators lose their role one by one. */
  administrators: 72_034,
  /** Dealers get their ids one by one. */
  approvals: 72_035,
  /** Creating Agenda's table, because several portals may start at once. */
  agendaTable: 72_036,
  portalSettings: 72_038,
  /** Teams of companies change one by one. */
  team: 72_039,
  /** The portal that runs the card simulator, held on a connection of its own. */
  simulatorHost: 72_061,
  reconciler: 72_062,
  /** Alert checks. */
  alerts: 72_063,
  /** Storing and mailing findings of alert checks; no check runs while it is held. */
  alertFindings: 72_064,
  /** Running portals; with a release as second key, the portals of that release. */
  portalPresence: 72_070,
} as const;
