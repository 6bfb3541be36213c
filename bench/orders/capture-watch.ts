import { Client } from "@medusajs/framework/pg"
import type { Environment } from "../environment/environment"

const channel = "bench_captured"
const setUp = `
  CREATE OR REPLACE FUNCTION bench_tell_capture() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_notify('${channel}', NEW.order_id); RETURN NULL; END $$;
  CREATE OR REPLACE TRIGGER bench_captured AFTER INSERT ON order_transaction FOR EACH ROW
    WHEN (NEW.reference = 'capture') EXECUTE FUNCTION bench_tell_capture();`

/** Reports when orders are captured, by this process's clock. */
export interface CaptureWatch {
  /** Resolves with `performance.now()` of the moment the order's capture was committed. */
  captured(orderId: string): Promise<number>
  close(): Promise<void>
}

/**
 * Listens for captures booked on orders, which is the last write of both paths and what a merchant sees.
 *
 * Postgres notifies at the commit: polling would load the machine under measurement.
 */
export async function watchCaptures({ database, databaseUrl }: Environment): Promise<CaptureWatch> {
  await database.query(setUp)
  const moments = new Map<string, number>()
  const waiting = new Map<string, (moment: number) => void>()
  const listener = new Client({ connectionString: databaseUrl })
  listener.on("notification", ({ payload: orderId = "" }) => {
    const moment = performance.now()
    moments.set(orderId, moment)
    waiting.get(orderId)?.(moment)
  })
  await listener.connect()
  await listener.query(`LISTEN ${channel}`)
  return {
    captured: (orderId) =>
      new Promise((resolve) => {
        const moment = moments.get(orderId)
        if (moment === undefined) waiting.set(orderId, resolve)
        else resolve(moment)
      }),
    close: () => listener.end(),
  }
}
