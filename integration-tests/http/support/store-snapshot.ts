import { Client, DatabaseError } from "@medusajs/framework/pg"

const createRestore = (schema: string) => `
DO $$
DECLARE
  body text := '';
  columns text;
  is_filled boolean;
  found record;
BEGIN
  EXECUTE 'DROP SCHEMA IF EXISTS ${schema} CASCADE';
  CREATE SCHEMA ${schema};
  FOR found IN SELECT tablename AS name, format('public.%I', tablename)::regclass AS id FROM pg_tables WHERE schemaname = 'public' LOOP
    body := body || format('DELETE FROM public.%I;', found.name);
    EXECUTE format('SELECT EXISTS (SELECT FROM public.%I)', found.name) INTO is_filled;
    CONTINUE WHEN NOT is_filled;
    EXECUTE format('CREATE TABLE ${schema}.%I AS TABLE public.%I', found.name, found.name);
    SELECT string_agg(quote_ident(attname), ', ') INTO columns FROM pg_attribute
      WHERE attrelid = found.id AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
    body := body || format('INSERT INTO public.%I (%s) OVERRIDING SYSTEM VALUE SELECT %s FROM ${schema}.%I;',
      found.name, columns, columns, found.name);
  END LOOP;
  FOR found IN SELECT format('%I.%I', schemaname, sequencename) AS name, last_value FROM pg_sequences WHERE schemaname = 'public' LOOP
    body := body || format('PERFORM setval(%L, %s, %L);', found.name, coalesce(found.last_value, 1), found.last_value IS NOT NULL);
  END LOOP;
  EXECUTE format('CREATE FUNCTION ${schema}.restore() RETURNS void LANGUAGE plpgsql AS %L', 'BEGIN ' || body || ' END');
END $$`

/** `deadlock_detected`, after a second of waiting. */
const DEADLOCK = "40P01"
const MOST_ATTEMPTS = 20

const schemaOf = (name: string) => `snapshot_${name}`

/**
 * Contents of a store's database: after its start, and before the first story of a file, restored before each other
 * one. Deleting rows takes hundredths of a second and leaves the store its connections; a copy of the database takes
 * both.
 */
export class StoreSnapshot {
  private readonly client: Client
  private connection: Promise<void> | undefined

  constructor(connectionString: string) {
    this.client = new Client({ connectionString })
  }

  /** @param name of the snapshot; an earlier one of that name is replaced */
  async take(name: string): Promise<void> {
    await this.query(createRestore(schemaOf(name)))
    // Foreign keys and triggers do not matter while rows are restored.
    await this.query("SET session_replication_role = replica")
  }

  /** Work that an ended story has left in the store locks rows in another order; it is over soon. */
  async restore(name: string, attempt = 1): Promise<void> {
    try {
      await this.query(`SELECT ${schemaOf(name)}.restore()`)
    } catch (error) {
      const isDeadlock = error instanceof DatabaseError && error.code === DEADLOCK
      if (!isDeadlock || attempt === MOST_ATTEMPTS) throw error
      await this.restore(name, attempt + 1)
    }
  }

  close = () => this.client.end()

  private async query(sql: string): Promise<void> {
    await (this.connection ??= this.client.connect())
    await this.client.query(sql)
  }
}
