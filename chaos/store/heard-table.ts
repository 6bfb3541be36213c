/** Events that a subscriber of the store received, kept beside the store's own tables. */
export const HEARD_TABLE = `
  CREATE TABLE chaos_heard (event text NOT NULL, data jsonb NOT NULL, heard_at timestamptz NOT NULL DEFAULT now())`

export const NOTE_HEARD = "INSERT INTO chaos_heard (event, data) VALUES (?, ?)"
