-- The two roles and the database of the service, for psql as a superuser:
--   psql -v owner_password=… -v service_password=… -f deploy/roles.sql
-- delivery_owner owns the schema and migrates it; delivery_service, which row-level security binds, serves requests.
create role delivery_owner login password :'owner_password';
create role delivery_service login password :'service_password';
-- The service abandons a statement after 30 s; only the server can end it.
alter role delivery_service set statement_timeout = '35s';
alter role delivery_service set idle_in_transaction_session_timeout = '60s';
create database delivery owner delivery_owner encoding 'UTF8' template template0;
\connect delivery
revoke create on schema public from public;
grant create, usage on schema public to delivery_owner;
grant usage on schema public to delivery_service;
