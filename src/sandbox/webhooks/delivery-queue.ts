/** Runs the deliveries of one invoice one after the other, and those of several side by side. */
export type DeliveryQueue = {
  enqueue(invoiceId: string, send: () => Promise<void>): void
  /** Resolves when nothing is in flight, including what was added while waiting. */
  idle(): Promise<void>
}

/** Creates the queue. Order within an invoice is kept, so that only a fault can turn it round. */
export function createDeliveryQueue(): DeliveryQueue {
  const tails = new Map<string, Promise<void>>()
  return {
    enqueue(invoiceId, send) {
      const tail = (tails.get(invoiceId) ?? Promise.resolve()).then(send).finally(() => {
        if (tails.get(invoiceId) === tail) tails.delete(invoiceId)
      })
      tails.set(invoiceId, tail)
    },
    async idle() {
      while (tails.size > 0) await Promise.all(tails.values())
    },
  }
}
