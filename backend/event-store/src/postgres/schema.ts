/**
 * Schema `es`: one table, and the functions that append. Positions are assigned under an advisory lock that is held until
 * the commit is visible. So they have no gaps and follow commit order, and `position > checkpoint` never skips an event
 * that commits late.
 */

/** The role the portal takes after connecting: it may only read and insert events. */
export const EVENT_STORE_APP_ROLE = 'portal_app';

/** Owner of the schema, without login. */
export const EVENT_STORE_OWNER_ROLE = 'portal_events_owner';

/** Held by one append transaction at a time, across processes. */
export const APPEND_LOCK = 7_340_117_001n;

/** Held shared by the sessions that listen for appends of other processes. */
export const LISTENER_LOCK = 7_340_117_002n;

/** Held while the schema is created or changed. */
export const MIGRATION_LOCK = 7_340_117_003n;

/** The channel of NOTIFY; the payload is empty. */
export const APPENDED_CHANNEL = 'es_appended';

/** The trigger is per statement, because row triggers don't fire for `TRUNCATE`. */
const TABLES = `
CREATE TABLE es.events (
  position bigint PRIMARY KEY,
  revision bigint NOT NULL,
  event_id uuid NOT NULL,
  stream text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  data text NOT NULL,
  metadata text NOT NULL,
  CONSTRAINT events_stream_revision UNIQUE (stream, revision),
  CONSTRAINT events_event_id UNIQUE (event_id)
);
COMMENT ON TABLE es.events IS 'The log: append only, through es.append_one and es.append_batch.';

CREATE FUNCTION es.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Events are never changed: % on es.events is refused.', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER events_are_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON es.events
  FOR EACH STATEMENT EXECUTE FUNCTION es.refuse_change();
`;

/**
 * Listening sessions hold a shared lock. Taking it exclusively fails if another session listens (the own shared lock does
 * not conflict), so that a portal with one process sends no NOTIFY.
 */
const NOTIFY_OTHERS = `
  IF NOT pg_try_advisory_xact_lock(${LISTENER_LOCK}) THEN
    PERFORM pg_notify('${APPENDED_CHANNEL}', '');
  END IF;`;

/**
 * Both functions return \`{head before}\`, followed by four numbers for each append that was not accepted: its place from
 * 1, 0 (refused) or 1 (known already), a revision, a position. Refused: the stream's revision (-1: no stream), 0. Known:
 * those of its last event.
 *
 * Each statement has a snapshot taken after the lock was granted. The usual case, that all are accepted, is tried first and
 * costs little more than the INSERT; otherwise each append is checked separately.
 */
const APPEND_BATCH = `
CREATE FUNCTION es.append_batch(
  p_streams text[], p_expected bigint[], p_count integer[],
  p_event_streams text[], p_revisions bigint[], p_ids uuid[], p_types text[], p_data text[], p_metadata text[]
) RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  v_locked text;
  v_head bigint;
  v_fits boolean;
  v_first integer := 1;
  v_actual bigint;
  v_known bigint;
  v_here bigint;
  v_revision bigint;
  v_position bigint;
  v_accepted boolean[] := '{}';
  v_answer bigint[];
BEGIN
  v_locked := pg_advisory_xact_lock(${APPEND_LOCK});
  v_head := coalesce((SELECT e.position FROM es.events e ORDER BY e.position DESC LIMIT 1), 0);

  -- Streams that should be there are looked at; of those that should not, and of ids, the indexes tell.
  v_fits := NOT EXISTS (
    SELECT FROM unnest(p_streams, p_expected) s(name, expected)
    WHERE s.expected >= 0 AND s.expected IS DISTINCT FROM (
      SELECT e.revision FROM es.events e WHERE e.stream = s.name ORDER BY e.revision DESC LIMIT 1
    )
  );
  IF v_fits THEN
    BEGIN
      INSERT INTO es.events (position, revision, event_id, stream, type, data, metadata)
      SELECT v_head + e.n, e.revision, e.id, e.stream, e.type, e.data, e.metadata
      FROM unnest(p_event_streams, p_revisions, p_ids, p_types, p_data, p_metadata)
        WITH ORDINALITY e(stream, revision, id, type, data, metadata, n);
      ${NOTIFY_OTHERS}
      RETURN ARRAY[v_head];
    EXCEPTION WHEN unique_violation THEN
      -- each append is judged below
    END;
  END IF;

  v_answer := ARRAY[v_head];
  FOR i IN 1 .. cardinality(p_streams) LOOP
    v_actual := coalesce(
      (SELECT e.revision FROM es.events e WHERE e.stream = p_streams[i] ORDER BY e.revision DESC LIMIT 1), -1);
    SELECT count(*), count(*) FILTER (WHERE e.stream = p_streams[i]), max(e.revision), max(e.position)
    INTO v_known, v_here, v_revision, v_position
    FROM es.events e
    WHERE e.event_id = ANY (p_ids[v_first : v_first + p_count[i] - 1]);
    IF v_here = p_count[i] THEN
      v_answer := v_answer || ARRAY[i, 1, v_revision, v_position];
    ELSIF v_known > 0 OR v_actual <> p_expected[i] THEN
      v_answer := v_answer || ARRAY[i, 0, v_actual, 0];
    END IF;
    v_accepted := v_accepted || array_fill(v_known = 0 AND v_actual = p_expected[i], ARRAY[p_count[i]]);
    v_first := v_first + p_count[i];
  END LOOP;

  IF true = ANY (v_accepted) THEN
    INSERT INTO es.events (position, revision, event_id, stream, type, data, metadata)
    SELECT v_head + row_number() OVER (ORDER BY e.n), e.revision, e.id, e.stream, e.type, e.data, e.metadata
    FROM unnest(v_accepted, p_event_streams, p_revisions, p_ids, p_types, p_data, p_metadata)
      WITH ORDINALITY e(accepted, stream, revision, id, type, data, metadata, n)
    WHERE e.accepted;
    ${NOTIFY_OTHERS}
  END IF;
  RETURN v_answer;
END $$;
ALTER FUNCTION es.append_batch SET enable_nestloop = off;
ALTER FUNCTION es.append_batch SET enable_seqscan = off;
`;

/** Appends one event; if it is not accepted, append_batch determines why. */
const APPEND_ONE = `
CREATE FUNCTION es.append_one(
  p_stream text, p_expected bigint, p_id uuid, p_type text, p_data text, p_metadata text
) RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  v_locked text;
  v_position bigint;
BEGIN
  v_locked := pg_advisory_xact_lock(${APPEND_LOCK});
  BEGIN
    INSERT INTO es.events (position, revision, event_id, stream, type, data, metadata)
    SELECT coalesce((SELECT e.position FROM es.events e ORDER BY e.position DESC LIMIT 1), 0) + 1,
      p_expected + 1, p_id, p_stream, p_type, p_data, p_metadata
    WHERE p_expected = -1
      OR EXISTS (SELECT FROM es.events e WHERE e.stream = p_stream AND e.revision = p_expected)
    RETURNING position INTO v_position;
  EXCEPTION WHEN unique_violation THEN
    v_position := NULL;
  END;
  IF v_position IS NULL THEN
    RETURN es.append_batch(ARRAY[p_stream], ARRAY[p_expected], ARRAY[1], ARRAY[p_stream], ARRAY[p_expected + 1],
      ARRAY[p_id], ARRAY[p_type], ARRAY[p_data], ARRAY[p_metadata]);
  END IF;
  ${NOTIFY_OTHERS}
  RETURN ARRAY[v_position - 1];
END $$;
`;

/** Created together, because one calls the other. */
const FUNCTIONS = `
DROP FUNCTION IF EXISTS es.append_one;
DROP FUNCTION IF EXISTS es.append_batch;
${APPEND_BATCH}
${APPEND_ONE}`;

/** Steps in order. A released step is never edited; a change is a new step. */
export const MIGRATIONS: readonly string[] = [TABLES, FUNCTIONS];
