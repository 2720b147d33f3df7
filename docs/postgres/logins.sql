-- Logins of the portal (docs/operations.md, 'Database logins'). docker-compose.yml's PostgreSQL runs this once, with psql, as it
-- makes a new database.
\getenv portal_password PORTAL_LOGIN_PASSWORD
\getenv owner_password POSTGRES_PASSWORD

CREATE ROLE portal LOGIN PASSWORD :'portal_password';
GRANT ALL ON DATABASE portal TO portal;
GRANT ALL ON SCHEMA public TO portal;
-- let an erasure clear the write-ahead log
GRANT pg_checkpoint TO portal;
GRANT EXECUTE ON FUNCTION pg_switch_wal() TO portal;
-- and the planner's samples
GRANT MAINTAIN ON pg_catalog.pg_statistic TO portal;

CREATE ROLE portal_schema LOGIN CREATEROLE PASSWORD :'owner_password';
GRANT CREATE ON DATABASE portal TO portal_schema;
