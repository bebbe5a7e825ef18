#!/bin/bash
# Runs once, on an empty volume. Creates a database for each service, owned by a role without access to the others.
set -euo pipefail

for name in identity catalog art orders support sandbox; do
  variable="$(printf '%s' "$name" | tr '[:lower:]' '[:upper:]')_DB_PASSWORD"
  psql --quiet --set ON_ERROR_STOP=1 --set name="$name" --set password="${!variable:?}" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
CREATE ROLE :"name" LOGIN PASSWORD :'password';
CREATE DATABASE :"name" OWNER :"name" ENCODING 'UTF8' TEMPLATE template0;
REVOKE ALL ON DATABASE :"name" FROM PUBLIC;
SQL
done
