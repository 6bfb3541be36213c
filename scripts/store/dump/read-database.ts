import { Client } from "@medusajs/framework/pg"

/** Statements that create a database again. Rules of a table come after its rows, which then have any order. */
export interface DatabaseContents {
  tables: string
  /** Statements by table; tables without rows are left out. */
  rows: Record<string, string>
  /** Keys, checks, indexes and relations. */
  rules: string
}

const OWN = "relnamespace = 'public'::regnamespace"

const TABLES = `
SELECT format('CREATE EXTENSION %I;', extname) FROM pg_extension WHERE extname <> 'plpgsql'
UNION ALL (
  SELECT format('CREATE TYPE %s AS ENUM (%s);', enumtypid::regtype, string_agg(quote_literal(enumlabel), ', ' ORDER BY enumsortorder))
  FROM pg_enum GROUP BY enumtypid ORDER BY enumtypid::regtype::text
) UNION ALL (
  SELECT format('CREATE SEQUENCE %s AS %s;', seqrelid::regclass, seqtypid::regtype)
  FROM pg_sequence ORDER BY seqrelid::regclass::text
) UNION ALL (
  SELECT format('CREATE TABLE %s (%s);', attrelid::regclass, string_agg(
    format('%I %s', attname, format_type(atttypid, atttypmod))
      || coalesce(' DEFAULT ' || pg_get_expr(adbin, adrelid), '') || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END,
    ', ' ORDER BY attnum))
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid AND ${OWN} AND relkind = 'r'
  LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  WHERE attnum > 0 AND NOT attisdropped GROUP BY attrelid ORDER BY attrelid::regclass::text
) UNION ALL (
  SELECT format('ALTER SEQUENCE %s OWNED BY %s.%I;', objid::regclass, refobjid::regclass, attname)
  FROM pg_depend JOIN pg_sequence ON seqrelid = objid JOIN pg_attribute ON attrelid = refobjid AND attnum = refobjsubid
  WHERE deptype = 'a' ORDER BY objid::regclass::text
)`

const RULES = `
(
  SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s;', conrelid::regclass, conname, pg_get_constraintdef(oid))
  FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'u', 'c')
  ORDER BY conrelid::regclass::text, conname
) UNION ALL (
  SELECT pg_get_indexdef(indexrelid) || ';' FROM pg_index JOIN pg_class ON oid = indexrelid AND ${OWN}
  WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
  ORDER BY indexrelid::regclass::text
) UNION ALL (
  SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s;', conrelid::regclass, conname, pg_get_constraintdef(oid))
  FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype = 'f'
  ORDER BY conrelid::regclass::text, conname
)`

/** What the statements above would leave out without a word. */
const UNKNOWN = `
SELECT relname AS name FROM pg_class WHERE ${OWN} AND relkind NOT IN ('r', 'i', 'S', 't')
UNION ALL SELECT tgname FROM pg_trigger WHERE NOT tgisinternal
UNION ALL SELECT attname FROM pg_attribute JOIN pg_class ON oid = attrelid AND ${OWN} WHERE attidentity <> '' OR attgenerated <> ''
UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')`

/**
 * Reads a database as SQL: Postgres comes from npm here, without pg_dump.
 *
 * @param isRead decides by name whether the rows of a table are read. @default all
 * @throws Error naming views, triggers, functions or computed columns, which are not read
 */
export async function readDatabase(
  url: string,
  isRead: (table: string) => boolean = () => true
): Promise<DatabaseContents> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const column = async (statement: string): Promise<string[]> => {
    const { rows } = await client.query({ text: statement, rowMode: "array" })
    return rows.map(([value]: string[]) => value ?? "")
  }
  try {
    const unknown = await column(UNKNOWN)
    if (unknown.length > 0) throw new Error(`Expected tables and indexes only, found ${unknown.join(", ")}`)
    const rows: Record<string, string> = {}
    const tables = `SELECT oid::regclass::text FROM pg_class WHERE ${OWN} AND relkind = 'r' ORDER BY 1`
    for (const table of (await column(tables)).filter(isRead)) {
      const lines = await column(`SELECT to_json(one)::text FROM ${table} AS one ORDER BY 1`)
      if (lines.length === 0) continue
      const list = client.escapeLiteral(`[${lines.join(",\n")}]`)
      rows[table] = `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, ${list});`
    }
    const sequences = await column(
      `SELECT format('SELECT setval(%L, %s);', format('%I', sequencename), last_value) FROM pg_sequences
       WHERE schemaname = 'public' AND last_value IS NOT NULL AND sequencename NOT LIKE 'onchain%' ORDER BY 1`
    )
    return {
      tables: (await column(TABLES)).join("\n"),
      rows,
      rules: [...sequences, ...(await column(RULES))].join("\n"),
    }
  } finally {
    await client.end()
  }
}
