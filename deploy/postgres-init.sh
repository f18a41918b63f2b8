#!/bin/sh
# Run once by the image of PostgreSQL when its data directory is empty.
set -eu
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d postgres \
  -v owner_password="$OWNER_PASSWORD" -v service_password="$SERVICE_PASSWORD" -f /deploy/roles.sql
