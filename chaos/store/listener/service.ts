import { Pool } from "@medusajs/framework/pg"
import type { IEventBusModuleService } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import {
  DEPOSIT_REVIEW_REQUIRED,
  PAYMENT_SETTLED,
  PAYMENT_UNALLOCATED,
  REFUND_DUE,
  UNPAID_ORDER_CANCELLED,
  WEBHOOK_DEAD,
} from "../../../src/modules/onchain/events"
import { NOTE_HEARD } from "./heard-table"

const events = [
  ...[PAYMENT_SETTLED, PAYMENT_UNALLOCATED, REFUND_DUE, UNPAID_ORDER_CANCELLED],
  ...[DEPOSIT_REVIEW_REQUIRED, WEBHOOK_DEAD],
]

type Dependencies = { [Modules.EVENT_BUS]: IEventBusModuleService }

/**
 * Listens as a merchant's subscriber does and writes down what it hears, so that the verdict need not take the plugin's
 * word for what it has told.
 */
export class ChaosListener {
  readonly __hooks: { onApplicationStart: () => Promise<void> }

  constructor(container: Dependencies, options: { databaseUrl: string }) {
    const pool = new Pool({ connectionString: options.databaseUrl, max: 2 })
    this.__hooks = {
      async onApplicationStart() {
        // Not before: the modules are loaded side by side.
        const bus = container[Modules.EVENT_BUS]
        for (const name of events) {
          const note = async ({ data }: { data: unknown }) => {
            await pool.query(NOTE_HEARD, [name, JSON.stringify(data)])
          }
          bus.subscribe(name, note, { subscriberId: `chaos-${name}` })
        }
      },
    }
  }
}
