#!/bin/bash
# Creates a database for each service, owned by a role without access to the others, which cannot change its audit trail. Runs on an empty volume;
# another run adds what is missing.
set -euo pipefail

for name in identity catalog art orders support sandbox; do
  variable="$(printf '%s' "$name" | tr '[:lower:]' '[:upper:]')_DB_PASSWORD"
  psql --quiet --set ON_ERROR_STOP=1 --set name="$name" --set password="${!variable:?}" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
SELECT format('CREATE ROLE %I LOGIN PASSWORD %L', :'name', :'password') WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'name') \gexec
SELECT format('CREATE DATABASE %I OWNER %I ENCODING ''UTF8'' TEMPLATE template0', :'name', :'name') WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = :'name') \gexec
REVOKE ALL ON DATABASE :"name" FROM PUBLIC;
SQL
  psql --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$name" --file "$(dirname "${BASH_SOURCE[0]}")/sql/protect-audit-trail.sql"
done
