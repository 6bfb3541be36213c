/** Runs the deliveries of one subject one after the other, and those of several side by side. */
export type DeliveryQueue = {
  enqueue(subjectId: string, send: () => Promise<void>): void
  /** Resolves when nothing is in flight, including what was added while waiting. */
  idle(): Promise<void>
}

/** Creates the queue. Order within a subject is kept, so that only a fault can turn it round. */
export function createDeliveryQueue(): DeliveryQueue {
  const tails = new Map<string, Promise<void>>()
  return {
    enqueue(subjectId, send) {
      const tail = (tails.get(subjectId) ?? Promise.resolve()).then(send).finally(() => {
        if (tails.get(subjectId) === tail) tails.delete(subjectId)
      })
      tails.set(subjectId, tail)
    },
    async idle() {
      while (tails.size > 0) await Promise.all(tails.values())
    },
  }
}
