/** The tables of shared runs, and who may do what with them. */
import { badField } from '../../request-error.ts'
import type { Sql, SqlDatabase } from './sql.ts'

const SCHEMA_VERSION = 1

/** Chunks are read and written whole: the server does not try to compress them. */
const TABLES = `
create schema if not exists tacet;
create table if not exists tacet.version (version int primary key);
create table if not exists tacet.run (
  id uuid primary key, request text not null, record jsonb not null, state text not null default 'running',
  begun timestamptz not null default now());
create table if not exists tacet.work (
  run uuid not null, id text not null, kind text not null, steps jsonb not null, primary key (run, id));
create table if not exists tacet.chunk (
  run uuid not null, name text not null, bytes bytea not null, primary key (run, name));
alter table tacet.chunk alter column bytes set storage external;
create table if not exists tacet.done (
  run uuid not null, work text not null, step int not null, chunk int not null, worker text not null,
  at timestamptz not null default now(), primary key (run, work, step, chunk));
create table if not exists tacet.pending (
  run uuid not null, work text not null, step int not null, chunk int not null, remaining int not null,
  primary key (run, work, step, chunk)) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
create table if not exists tacet.failure (
  run uuid not null, work text not null, step int not null, chunk int not null, message text not null,
  at timestamptz not null default now());
create table if not exists tacet.parked (
  run uuid not null, work text not null, step text not null, chunk int not null, message text not null,
  attempts int not null, input bytea, primary key (run, work, step, chunk));
create table if not exists tacet.worker (
  name text primary key, run uuid, chunk text, seen timestamptz not null default now());
create table if not exists tacet.ledger (
  path text not null, index int not null, line text not null, primary key (path, index));
`

/** Makes the tables where there are none; two that come at once wait for each other. */
export async function installSchema(database: SqlDatabase): Promise<void> {
  await database.transaction(async (sql) => {
    await sql.query('select pg_advisory_xact_lock(718273)')
    if ((await schemaVersion(sql)) !== undefined) return
    for (const statement of TABLES.split(/;\n/).filter((text) => text.trim() !== '')) await sql.query(statement)
    await sql.query('insert into tacet.version values ($1) on conflict do nothing', [SCHEMA_VERSION])
  })
  await checkSchema(database)
}

/** Throws when the tables are of another version, or there are none. */
export async function checkSchema(sql: Sql): Promise<void> {
  const found = await schemaVersion(sql)
  if (found === undefined)
    throw badField('cluster', 'there are no tables of Tacet in this database: start a run there first.')
  if (found !== SCHEMA_VERSION)
    throw badField(
      'cluster',
      `the tables in this database are of version ${found}, and this Tacet needs version ${SCHEMA_VERSION}. Use the version of Tacet that made them, or another database.`,
    )
}

async function schemaVersion(sql: Sql): Promise<number | undefined> {
  const [{ there }] = await sql.query<{ there: string | null }>("select to_regclass('tacet.version')::text as there")
  if (there === null) return undefined
  return (await sql.query<{ version: number }>('select max(version) as version from tacet.version'))[0].version
}

/**
 * What a worker's role may do: read plans and measurements, write results, move jobs. It may not read the ledger, and no table that
 * is not named here; what is confidential stays out of its reach as long as nobody grants it.
 */
export function workerGrants(role: string): readonly string[] {
  const name = `"${role.replaceAll('"', '""')}"`
  return [
    `grant usage on schema tacet, pgboss to ${name}`,
    `grant select on tacet.version, tacet.run, tacet.work, tacet.chunk, tacet.done, tacet.pending, tacet.failure, tacet.parked, tacet.worker to ${name}`,
    `grant insert on tacet.chunk, tacet.done, tacet.failure, tacet.parked, tacet.worker to ${name}`,
    `grant update on tacet.pending, tacet.worker to ${name}`,
    `grant select, insert, update, delete on all tables in schema pgboss to ${name}`,
    `grant usage on all sequences in schema pgboss to ${name}`,
    `grant execute on all functions in schema pgboss to ${name}`,
  ]
}
