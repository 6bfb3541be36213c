import { parseFault } from "../faults/fault"
import type { SandboxControl } from "../sandbox"
import type { WorldHost } from "../world-host"
import { invoiceControl } from "./invoice-control"
import { moneyControl } from "./money-control"
import { records } from "./records"

/** Creates the controls of the world that is current when they are used. */
export function createControl(host: WorldHost): SandboxControl {
  const world = () => host.current()
  return {
    setWebhook: (address) => host.setWebhook(address),
    reset: ({ seed } = {}) => host.reset(seed),
    async advance(ms) {
      if (!Number.isSafeInteger(ms) || ms < 0) throw new RangeError("advance: ms is a whole number from 0")
      await host.advanceTo((nowMs) => nowMs + ms)
    },
    now: () => world().clock.now(),
    ...invoiceControl(host),
    ...moneyControl(host),
    fault: (fault) => world().faults.add(parseFault(fault)),
    clearFaults: () => world().faults.clear(),
    redeliver: (deliveryId, options = {}) => world().webhooks.redeliver(deliveryId, options),
    ...records(host),
    flush: () => world().webhooks.idle(),
  }
}
