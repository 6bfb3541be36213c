/**
 * When orders were created and cancelled, and goods reserved, by the database's clock: Medusa dates them by the clock of its process,
 * which weather sets wrong.
 */
export const ORDER_TIMES = `
  ALTER TABLE reservation_item ADD COLUMN chaos_reserved_at timestamptz NOT NULL DEFAULT clock_timestamp();
  CREATE TABLE chaos_order_times (
    id text PRIMARY KEY, created_at timestamptz NOT NULL DEFAULT clock_timestamp(), canceled_at timestamptz);
  CREATE FUNCTION chaos_note_order_times() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      INSERT INTO chaos_order_times (id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
    ELSIF NEW.canceled_at IS DISTINCT FROM OLD.canceled_at THEN
      UPDATE chaos_order_times SET canceled_at = CASE WHEN NEW.canceled_at IS NOT NULL THEN clock_timestamp() END
      WHERE id = NEW.id;
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER chaos_order_times AFTER INSERT OR UPDATE ON "order"
    FOR EACH ROW EXECUTE FUNCTION chaos_note_order_times()`
