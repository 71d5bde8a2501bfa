#!/bin/sh
# Run once by the PostgreSQL image. The instances sign in as the owner of the database, which is not a superuser.
set -eu
psql --username "$POSTGRES_USER" --set ON_ERROR_STOP=1 --set password="$SLIPWAY_PASSWORD" <<'SQL'
CREATE ROLE slipway LOGIN PASSWORD :'password';
CREATE DATABASE slipway OWNER slipway;
REVOKE CONNECT ON DATABASE postgres, template1, slipway FROM PUBLIC;
SQL
